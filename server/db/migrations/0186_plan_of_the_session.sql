-- Each request asks for its session by the token: planning it anew took longer than finding it, and every look-up is by a key.
alter function door_session set plan_cache_mode = 'force_generic_plan';
