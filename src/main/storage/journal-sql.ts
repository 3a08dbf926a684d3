export const JOURNAL_SQL = `
CREATE TABLE journal (
	id TEXT PRIMARY KEY,
	scope TEXT NOT NULL,
	entry_id TEXT NOT NULL,
	session_id TEXT NOT NULL,
	kind TEXT NOT NULL,
	intent_id TEXT NOT NULL,
	parent TEXT,
	place INTEGER NOT NULL,
	replaces TEXT,
	headline TEXT NOT NULL,
	chain_ref TEXT NOT NULL,
	signer TEXT NOT NULL,
	nonce TEXT NOT NULL,
	broadcaster TEXT NOT NULL,
	transport TEXT NOT NULL,
	attempt_id TEXT,
	fingerprint TEXT NOT NULL,
	digest TEXT NOT NULL,
	revision INTEGER NOT NULL,
	frozen TEXT NOT NULL,
	predicted TEXT NOT NULL,
	state TEXT NOT NULL,
	live INTEGER NOT NULL,
	dead INTEGER NOT NULL DEFAULT 0,
	signed_key TEXT NOT NULL,
	report_key TEXT NOT NULL,
	signed_bytes TEXT,
	transaction_id TEXT,
	answer TEXT,
	outcome TEXT,
	words TEXT,
	receipt TEXT,
	approved_at INTEGER NOT NULL
) STRICT;
-- At most one signature per intent. An intent can be approved again only if its signature can no longer be executed,
-- for example because a Solana transaction's blockhash expired.
CREATE UNIQUE INDEX journal_one_intent ON journal (scope, intent_id)
	WHERE live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0);
-- At most one live row per chain, signer and nonce.
CREATE UNIQUE INDEX journal_one_nonce ON journal (chain_ref, signer, nonce)
	WHERE live = 1 AND nonce <> '' AND replaces IS NULL;
-- Indexes for listing an intent's rows and the latest rows.
CREATE INDEX journal_intents ON journal (scope, intent_id);
CREATE INDEX journal_latest ON journal (scope, approved_at);
CREATE INDEX journal_parent ON journal (parent, place);
CREATE INDEX journal_replaces ON journal (replaces);
CREATE INDEX journal_entries ON journal (scope, entry_id);
-- Index for listing a session's approved requests, which each of its reviews reads.
CREATE INDEX journal_sessions ON journal (scope, session_id);
CREATE TABLE journal_steps (
	seq INTEGER PRIMARY KEY,
	row_id TEXT NOT NULL REFERENCES journal (id),
	step TEXT NOT NULL,
	at INTEGER NOT NULL,
	detail TEXT,
	hash TEXT NOT NULL
) STRICT;
CREATE INDEX journal_steps_row ON journal_steps (row_id, seq);
`;

/** Every version of the journal has these columns. */
export const UNSETTLED_SQL = "live = 1 OR state NOT IN ('settled', 'refused')";
