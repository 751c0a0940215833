// The SQL that sets a PostgreSQL database up for teams; printed for a database's owner to read and run, never run by a
// member. Isolation: a role per team, no owner, FORCE ROW LEVEL SECURITY, the team named by SET LOCAL in every
// transaction; without it, or under another team's name, no row is seen or taken.
export const POSTGRES_SCHEMA_VERSION = 1
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
  body text NOT NULL,
  signature text NOT NULL,
  PRIMARY KEY (team, seq),
  UNIQUE (team, id)
);
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
-- The only change to what was written is erasing it.
CREATE POLICY erase ON mettle.envelopes FOR UPDATE TO mettle_member
  USING (team = (SELECT mettle.current_team()))
  WITH CHECK (team = (SELECT mettle.current_team()) AND body = '' AND signature = '');
GRANT SELECT, UPDATE (head) ON mettle.heads TO mettle_member;
GRANT SELECT, INSERT, UPDATE (body, signature) ON mettle.envelopes TO mettle_member;

-- Writers of a team come one after another: the lock on its head is held until commit, so a sequence becomes visible
-- only after all below it, and one that is rolled back is given again. A tailing reader can skip nothing.
CREATE OR REPLACE FUNCTION mettle.append(
  p_team text, p_expected bigint, p_ids text[], p_partitions text[], p_authors text[], p_keys text[],
  p_ts bigint[], p_types text[], p_vs integer[], p_bodies text[], p_signatures text[],
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
    FROM unnest(p_ids, p_partitions, p_authors, p_keys, p_ts, p_types, p_vs, p_bodies, p_signatures)
      WITH ORDINALITY AS g(id, partition, author, key, ts, type, v, body, signature, place)
    ORDER BY g.id, g.place
  )
  INSERT INTO mettle.envelopes (team, seq, id, partition, author, key, ts, type, v, body, signature)
  SELECT p_team, last + row_number() OVER (ORDER BY g.place), g.id, g.partition, g.author, g.key, g.ts, g.type, g.v,
    g.body, g.signature
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

CREATE OR REPLACE FUNCTION mettle.erase(p_team text, p_ids text[]) RETURNS integer
LANGUAGE plpgsql VOLATILE SET search_path = pg_catalog AS $$
DECLARE n integer;
BEGIN
  PERFORM set_config('mettle.team', p_team, true);
  UPDATE mettle.envelopes AS e SET body = '', signature = ''
    WHERE e.team = p_team AND e.id = ANY (p_ids) AND e.body <> '';
  GET DIAGNOSTICS n = ROW_COUNT;
  RETURN n;
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
