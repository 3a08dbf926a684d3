/** Why a signer gave no signature. */
export const signers = {
	"signer.answer-not-64-bytes": "The answer is not 64 bytes.",
	"signer.answer-not-65-bytes": "The answer is not 65 bytes of r, s and parity.",
	"signer.auto-lock-range": "The automatic lock can be set to between 1 and 240 minutes.",
	"signer.blind-not-approved":
		"What this hash stands for can’t be seen, and blind signing was not approved. Nothing was asked of your Ledger.",
	"signer.device-may-still-show":
		"Your Ledger may still show the request: reject it there. A signature that it may have made never reached Countersign and is sent to nobody.",
	"signer.given-up.person": "You cancelled this here.",
	"signer.given-up.time": "It was not confirmed on your Ledger in time.",
	"signer.had-signed-by-then":
		"Your Ledger had signed by then: its signature was thrown away, and nothing was sent.",
	"signer.hostile-answer":
		"Your {model} answered with a signature that is not this account’s over the reviewed bytes. It was thrown away; nothing was sent. An honest device does not do this: approve nothing with it before you know why.",
	"signer.no-ledger-has-account": "The account is on no Ledger of yours.",
	"signer.no-phrase": "This is not a recovery phrase: 12 to 24 English words are expected.",
	"signer.no-private-key":
		"This is not a private key: 64 hex digits are expected, or a Solana key as base58 or a list of 64 numbers.",
	"signer.no-talk-to-ledger": "Countersign could not talk to your Ledger. Unplug it and plug it in.",
	"signer.not-for-vault": "This can’t be asked of the vault.",
	"signer.not-on-computer": "The account that must sign is not on this computer.",
	"signer.not-on-ledger": "The account that must sign is on no Ledger of yours.",
	"signer.offchain-only":
		"A Ledger signs Solana messages only in the off-chain format, and this one is not. Nothing was asked of it. Ask the agent for another way, or use an account of this computer.",
	"signer.one-hash": "A Ledger signs one hash at a time, and this asks for another number of them.",
	"signer.other-family": "The request is for another kind of chain than the account.",
	"signer.other-hash": "The signer named another hash than its bytes have.",
	"signer.other-id": "The signer said something else of its bytes than they show.",
	"signer.other-intent": "The signer gave a signature of something other than what it was asked to sign.",
	"signer.other-kind": "The signer gave another kind of signature than was asked for.",
	"signer.other-signer": "The request is for another signer than your account.",
	"signer.password-length": "A password needs at least eight characters, and at most 4096 bytes.",
	"signer.password-needed": "A password is needed.",
	"signer.thrown-away": "The signature was thrown away; no funds moved.",
	"signer.vault-answer-unreadable": "The vault’s answer could not be read. Nothing of it is used.",
	"signer.vault-ended":
		"The vault’s process ended. Nothing was signed by this, and no funds moved; it starts again, locked.",
	"signer.vault-given-up":
		"The vault’s process ended again and again and is not started any more. Nothing can be signed; start Countersign anew.",
	"signer.vault-halted": "The vault is stopped.",
	"signer.vault-not-running": "The vault is not running yet. Try again in a moment.",
	"signer.vault-not-started": "The vault’s process could not be started. Nothing can be signed.",
	"signer.waits-for-vault": "It waits for the vault to be unlocked.",
} as const;
