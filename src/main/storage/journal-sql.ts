import type { Migration } from "./migrations.ts";

/** Rows of the journal, and the chain of steps that they went through. */
export const JOURNAL_MIGRATION: Migration = {
	version: 1,
	sql: `
CREATE TABLE journal (
	id TEXT PRIMARY KEY,
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	session_id TEXT NOT NULL,
	commit_id TEXT NOT NULL,
	headline TEXT NOT NULL,
	chain_ref TEXT NOT NULL,
	signer TEXT NOT NULL,
	nonce TEXT NOT NULL,
	broadcaster TEXT NOT NULL,
	fingerprint TEXT NOT NULL,
	digest TEXT NOT NULL,
	revision INTEGER NOT NULL,
	frozen TEXT NOT NULL,
	predicted TEXT NOT NULL,
	state TEXT NOT NULL,
	live INTEGER NOT NULL,
	signed_key TEXT NOT NULL,
	report_key TEXT NOT NULL,
	signed_bytes TEXT,
	transaction_id TEXT,
	outcome TEXT,
	words TEXT,
	receipt TEXT,
	approved_at INTEGER NOT NULL
) STRICT;
-- One signature for one intent, ever: a commit that is being signed, or was, can't be approved again.
CREATE UNIQUE INDEX journal_one_intent ON journal (scope, commit_id) WHERE live = 1 OR signed_bytes IS NOT NULL;
-- One lane for a chain and signer: a nonce that a live row holds is not signed again.
CREATE UNIQUE INDEX journal_one_nonce ON journal (chain_ref, signer, nonce) WHERE live = 1;
-- Every drawing of a list asks for the row of each of its commits, and for the latest rows.
CREATE INDEX journal_commits ON journal (scope, commit_id);
CREATE INDEX journal_latest ON journal (scope, approved_at);
CREATE TABLE journal_steps (
	seq INTEGER PRIMARY KEY,
	row_id TEXT NOT NULL REFERENCES journal (id),
	step TEXT NOT NULL,
	at INTEGER NOT NULL,
	detail TEXT,
	hash TEXT NOT NULL
) STRICT;
CREATE INDEX journal_steps_row ON journal_steps (row_id, seq);
CREATE TABLE inbox (
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	first_seen INTEGER NOT NULL,
	notified_for TEXT,
	PRIMARY KEY (scope, entry_id)
) STRICT;
`,
};

/** What came later: actions and their legs, replacements, Solana (no nonce; a signature can die with its blockhash). */
export const JOURNAL_KINDS_MIGRATION: Migration = {
	version: 3,
	sql: `
ALTER TABLE journal RENAME COLUMN commit_id TO intent_id;
ALTER TABLE journal ADD COLUMN kind TEXT NOT NULL DEFAULT 'commit';
ALTER TABLE journal ADD COLUMN parent TEXT;
ALTER TABLE journal ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN replaces TEXT;
ALTER TABLE journal ADD COLUMN dead INTEGER NOT NULL DEFAULT 0;
ALTER TABLE journal ADD COLUMN answer TEXT;
DROP INDEX journal_one_intent;
CREATE UNIQUE INDEX journal_one_intent ON journal (scope, intent_id)
	WHERE live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0);
DROP INDEX journal_one_nonce;
CREATE UNIQUE INDEX journal_one_nonce ON journal (chain_ref, signer, nonce)
	WHERE live = 1 AND nonce <> '' AND replaces IS NULL;
CREATE INDEX journal_parent ON journal (parent, place);
CREATE INDEX journal_replaces ON journal (replaces);
CREATE INDEX journal_entries ON journal (scope, entry_id);
`,
};

/** What else was approved in a conversation is asked for at every review of it. */
export const JOURNAL_SESSIONS_MIGRATION: Migration = {
	version: 4,
	sql: `
CREATE INDEX journal_sessions ON journal (scope, session_id);
`,
};

/** Wallet attempts: which route was approved, and the attempt that the service gave to this row. */
export const JOURNAL_ATTEMPTS_MIGRATION: Migration = {
	version: 8,
	sql: `
ALTER TABLE journal ADD COLUMN transport TEXT NOT NULL DEFAULT 'sign_and_broadcast';
ALTER TABLE journal ADD COLUMN attempt_id TEXT;
`,
};
