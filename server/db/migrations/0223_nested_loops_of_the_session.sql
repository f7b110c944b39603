-- A session is one row, and what it leads to are single rows by their keys. PostgreSQL read the whole of small tables instead, to hash them:
-- half of the look-up's time, of which each request has one.
alter function door_session set enable_hashjoin = 'off';
