-- The first steps ask whether a test mail was ever accepted: without this they would read the whole audit.
-- ONE BY ONE, outside the transaction: whoever works meanwhile goes on writing lines.
drop index concurrently if exists audit_of_test_mails;
create index concurrently audit_of_test_mails on audit (audit_id) where act = '/console/first-steps/test-mail';
