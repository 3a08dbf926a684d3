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
-- One signature for one intent, ever: an intent that is being signed, or was, can't be approved again, unless what was
-- signed can never happen (a Solana transaction whose blockhash died).
CREATE UNIQUE INDEX journal_one_intent ON journal (scope, intent_id)
	WHERE live = 1 OR ((signed_bytes IS NOT NULL OR answer IS NOT NULL) AND dead = 0);
-- One lane for a chain and signer: a nonce that a live row holds is not signed again.
CREATE UNIQUE INDEX journal_one_nonce ON journal (chain_ref, signer, nonce)
	WHERE live = 1 AND nonce <> '' AND replaces IS NULL;
-- Every drawing of a list asks for the row of each of its intents, and for the latest rows.
CREATE INDEX journal_intents ON journal (scope, intent_id);
CREATE INDEX journal_latest ON journal (scope, approved_at);
CREATE INDEX journal_parent ON journal (parent, place);
CREATE INDEX journal_replaces ON journal (replaces);
CREATE INDEX journal_entries ON journal (scope, entry_id);
-- What else was approved in a conversation is read at every review of it.
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
