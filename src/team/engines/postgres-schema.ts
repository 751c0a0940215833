// The SQL that sets a PostgreSQL database up for teams; printed for a database's owner to read and run, never run by a
// member. Isolation: a role per team, no owner, FORCE ROW LEVEL SECURITY, the team named by SET LOCAL in every
// transaction; without it, or under another team's name, no row is seen or taken. Erasing takes the author's own word.
export const POSTGRES_SCHEMA_VERSION = 2
export const roleOf = (team: string): string => `mettle_team_${team}`

/** Run once, by whoever shall own it. Running it again changes nothing but the functions. */
export const POSTGRES_SCHEMA = `
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = 'mettle_member') THEN
    CREATE ROLE mettle_member NOLOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE;
  END IF;
END $$;
CREATE SCHEMA IF NOT EXISTS mettle;
REVOKE ALL ON SCHEMA mettle FROM PUBLIC;
GRANT USAGE ON SCHEMA mettle TO mettle_member;

CREATE TABLE IF NOT EXISTS mettle.heads (
  team text PRIMARY KEY,
  head bigint NOT NULL DEFAULT 0
);
CREATE TABLE IF NOT EXISTS mettle.envelopes (
  team text NOT NULL,
  seq bigint NOT NULL,
  id text NOT NULL,
  partition text NOT NULL,
  author text NOT NULL,
  key text NOT NULL,
  ts bigint NOT NULL,
  type text NOT NULL,
  v integer NOT NULL,
  lock text NOT NULL,
  body text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (team, seq),
  UNIQUE (team, id)
);
-- The file the table lay in when something was last erased: as long as it lies there, its old pages may hold the words.
ALTER TABLE mettle.heads ADD COLUMN IF NOT EXISTS erased_in oid;
-- Version 1 had no locks: what it holds can be erased by this database's owner only.
ALTER TABLE mettle.envelopes ADD COLUMN IF NOT EXISTS lock text NOT NULL DEFAULT '';
ALTER TABLE mettle.envelopes ALTER COLUMN lock DROP DEFAULT;
DROP FUNCTION IF EXISTS mettle.append(text, bigint, text[], text[], text[], text[], bigint[], text[], integer[], text[], text[]);
DROP FUNCTION IF EXISTS mettle.erase(text, text[]);
REVOKE UPDATE ON mettle.envelopes FROM mettle_member;
CREATE INDEX IF NOT EXISTS envelopes_by_partition ON mettle.envelopes (team, partition, seq);

-- The team of this transaction: the one named by SET LOCAL mettle.team, if this role belongs to it; else none at all.
CREATE OR REPLACE FUNCTION mettle.current_team() RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog AS $$
  SELECT named.team
  FROM (SELECT current_setting('mettle.team', true) AS team) AS named
  JOIN pg_roles AS r ON r.rolname = 'mettle_team_' || named.team
  WHERE pg_has_role(current_user, r.oid, 'MEMBER')
$$;

ALTER TABLE mettle.heads ENABLE ROW LEVEL SECURITY;
ALTER TABLE mettle.heads FORCE ROW LEVEL SECURITY;
ALTER TABLE mettle.envelopes ENABLE ROW LEVEL SECURITY;
ALTER TABLE mettle.envelopes FORCE ROW LEVEL SECURITY;
DROP POLICY IF EXISTS own ON mettle.heads;
DROP POLICY IF EXISTS found ON mettle.heads;
DROP POLICY IF EXISTS see ON mettle.envelopes;
DROP POLICY IF EXISTS add ON mettle.envelopes;
DROP POLICY IF EXISTS erase ON mettle.envelopes;
CREATE POLICY own ON mettle.heads TO mettle_member
  USING (team = (SELECT mettle.current_team())) WITH CHECK (team = (SELECT mettle.current_team()));
CREATE POLICY found ON mettle.heads FOR INSERT TO CURRENT_USER WITH CHECK (head = 0);
CREATE POLICY see ON mettle.envelopes FOR SELECT TO mettle_member
  USING (team = (SELECT mettle.current_team()));
CREATE POLICY add ON mettle.envelopes FOR INSERT TO mettle_member
  WITH CHECK (team = (SELECT mettle.current_team()));
-- Members change nothing that was written. mettle.erase does, in the owner's name, and only ever to nothing.
DROP POLICY IF EXISTS find ON mettle.envelopes;
DROP POLICY IF EXISTS mark ON mettle.heads;
DROP POLICY IF EXISTS look ON mettle.heads;
CREATE POLICY find ON mettle.envelopes FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY erase ON mettle.envelopes FOR UPDATE TO CURRENT_USER
  USING (true) WITH CHECK (body = '' AND signature = '');
CREATE POLICY look ON mettle.heads FOR SELECT TO CURRENT_USER USING (true);
CREATE POLICY mark ON mettle.heads FOR UPDATE TO CURRENT_USER USING (true);
GRANT SELECT, UPDATE (head) ON mettle.heads TO mettle_member;
GRANT SELECT, INSERT ON mettle.envelopes TO mettle_member;

-- Writers of a team come one after another: the lock on its head is held until commit, so a sequence becomes visible
-- only after all below it, and one that is rolled back is given again. Whoever reads on can skip nothing. p_expected, seqs
-- and the notification are what members of earlier releases ask for.
CREATE OR REPLACE FUNCTION mettle.append(
  p_team text, p_expected bigint, p_ids text[], p_partitions text[], p_authors text[], p_keys text[],
  p_ts bigint[], p_types text[], p_vs integer[], p_locks text[], p_bodies text[], p_signatures text[],
  OUT seqs bigint[], OUT added integer
) LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
DECLARE last bigint;
BEGIN
  PERFORM set_config('mettle.team', p_team, true);
  SELECT h.head INTO last FROM mettle.heads AS h WHERE h.team = p_team FOR UPDATE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'this role has no team %', p_team USING ERRCODE = '42501';
  END IF;
  IF p_expected IS NOT NULL AND p_expected <> last THEN
    RAISE EXCEPTION '%', last USING ERRCODE = 'MT001';
  END IF;
  WITH given AS (
    SELECT DISTINCT ON (g.id) g.*
    FROM unnest(p_ids, p_partitions, p_authors, p_keys, p_ts, p_types, p_vs, p_locks, p_bodies, p_signatures)
      WITH ORDINALITY AS g(id, partition, author, key, ts, type, v, lock, body, signature, place)
    ORDER BY g.id, g.place
  )
  INSERT INTO mettle.envelopes (team, seq, id, partition, author, key, ts, type, v, lock, body, signature)
  SELECT p_team, last + row_number() OVER (ORDER BY g.place), g.id, g.partition, g.author, g.key, g.ts, g.type, g.v,
    g.lock, g.body, g.signature
  FROM given AS g
  WHERE NOT EXISTS (SELECT 1 FROM mettle.envelopes AS e WHERE e.team = p_team AND e.id = g.id);
  GET DIAGNOSTICS added = ROW_COUNT;
  IF added > 0 THEN
    UPDATE mettle.heads AS h SET head = last + added WHERE h.team = p_team;
    PERFORM pg_notify('mettle_' || p_team, '');
  END IF;
  SELECT array_agg(e.seq ORDER BY g.place) INTO seqs
  FROM unnest(p_ids) WITH ORDINALITY AS g(id, place)
  JOIN mettle.envelopes AS e ON e.team = p_team AND e.id = g.id;
END $$;

CREATE OR REPLACE FUNCTION mettle.read(p_team text, p_from bigint, p_limit integer, p_partitions text[])
RETURNS SETOF mettle.envelopes LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
BEGIN
  PERFORM set_config('mettle.team', p_team, true);
  RETURN QUERY SELECT e.* FROM mettle.envelopes AS e
    WHERE e.team = p_team AND e.seq > p_from AND (p_partitions IS NULL OR e.partition = ANY (p_partitions))
    ORDER BY e.seq LIMIT p_limit;
END $$;

CREATE OR REPLACE FUNCTION mettle.head(p_team text) RETURNS bigint
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
DECLARE last bigint;
BEGIN
  PERFORM set_config('mettle.team', p_team, true);
  SELECT h.head INTO last FROM mettle.heads AS h WHERE h.team = p_team;
  RETURN last;
END $$;

-- Whoever knows the word whose hash is an envelope's lock may erase it: its author. Runs as the owner, so that nobody can
-- change a row without saying that word; the team must still be one of the role that logged in.
CREATE OR REPLACE FUNCTION mettle.erase(p_team text, p_ids text[], p_tokens text[]) RETURNS integer
LANGUAGE plpgsql VOLATILE SECURITY DEFINER SET search_path = pg_catalog AS $$
DECLARE n integer;
BEGIN
  IF NOT EXISTS (
    SELECT 1 FROM pg_roles AS r WHERE r.rolname = 'mettle_team_' || p_team AND pg_has_role(session_user, r.oid, 'MEMBER')
  ) THEN
    RETURN 0;
  END IF;
  UPDATE mettle.envelopes AS e SET body = '', signature = ''
    FROM unnest(p_ids, p_tokens) AS g(id, token)
    WHERE e.team = p_team AND e.id = g.id AND e.body <> ''
      AND e.lock = encode(sha256(convert_to(g.token, 'UTF8')), 'hex');
  GET DIAGNOSTICS n = ROW_COUNT;
  IF n > 0 THEN
    UPDATE mettle.heads AS h SET erased_in = pg_relation_filenode('mettle.envelopes') WHERE h.team = p_team;
  END IF;
  RETURN n;
END $$;

-- Whether erased words may still lie in the table's file: VACUUM FULL writes a new one.
CREATE OR REPLACE FUNCTION mettle.unswept(p_team text) RETURNS boolean
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
BEGIN
  PERFORM set_config('mettle.team', p_team, true);
  RETURN EXISTS (SELECT 1 FROM mettle.heads AS h
    WHERE h.team = p_team AND h.erased_in = pg_relation_filenode('mettle.envelopes'));
END $$;

CREATE OR REPLACE FUNCTION mettle.schema_version() RETURNS integer LANGUAGE sql IMMUTABLE AS 'SELECT ${POSTGRES_SCHEMA_VERSION}';
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA mettle FROM PUBLIC;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA mettle TO mettle_member;
`

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** Run once per team, by the owner. `team` has passed fit.ts; the password is the team's. */
export const postgresTeam = (team: string, password: string): string => `
DO $$ BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = ${literal(roleOf(team))}) THEN
    CREATE ROLE "${roleOf(team)}" LOGIN NOSUPERUSER NOBYPASSRLS NOCREATEDB NOCREATEROLE IN ROLE mettle_member;
  END IF;
END $$;
ALTER ROLE "${roleOf(team)}" PASSWORD ${literal(password)};
INSERT INTO mettle.heads (team) VALUES (${literal(team)}) ON CONFLICT DO NOTHING;
`
