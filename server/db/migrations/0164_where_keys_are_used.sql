-- The network from which a key was last used: there it works also while somebody else at that address is refused for wrong keys.
alter table api_key add column last_used_network text;
