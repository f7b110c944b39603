-- The entry that a mail became, so that technicians read there what the mail quotes. Mails from before stay without.
alter table received_mail add column entry_id bigint;
alter table received_mail add check (entry_id is null or ticket_number is not null);
alter table received_mail add foreign key (for_client, entry_id) references entry (client_id, entry_id) not valid;
create unique index received_mail_by_entry on received_mail (for_client, entry_id) where entry_id is not null;
