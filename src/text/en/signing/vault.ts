/** What the vault refuses. */
export const vault = {
	"vault.bad-key":
		"This is not a private key. An EVM key has 64 hex digits; a Solana key is the base58 text that wallets export, or the command line’s list of 64 numbers. Check that nothing is missing.",
	"vault.blind-not-approved": "What this hash stands for can’t be seen, and blind signing was not approved.",
	"vault.damage.checksum": "its checksum does not fit",
	"vault.damage.copy": "its copy could not be put back",
	"vault.damage.disk": "it could not be read from the disk",
	"vault.damage.layout": "its contents have an unknown layout",
	"vault.damage.member": "its “{member}” is not right",
	"vault.damage.memory": "it asks for more memory than any vault needs",
	"vault.damage.no-vault": "it is not a vault",
	"vault.damage.read-back": "what was read back is not what was written",
	"vault.damage.too-long": "it is far too long",
	"vault.damage.unreadable": "it is not readable, perhaps cut short",
	"vault.damage.weak": "it asks for weaker protection than Countersign ever writes",
	"vault.damaged":
		"The vault file is damaged ({detail}). Your accounts can be restored with the recovery phrase or the imported keys; the damaged file is kept beside the new one.",
	"vault.disk":
		"{code, select, ENOSPC {The disk is full} EDQUOT {The disk quota is used up} EROFS {The disk can only be read} EACCES {The vault’s folder may not be written} EPERM {The vault’s folder may not be written} EIO {The disk reports an error} other {The vault’s file could not be written}}{code, select, none {} other { ({code})}}. Nothing in the vault changed; put that right and try again.",
	"vault.duplicate": "This account is in the vault already.",
	"vault.exists": "There is a vault already. Add accounts to it instead.",
	"vault.guessable-password":
		"This password is among the first to be guessed. A few words that don’t belong together make a good one.",
	"vault.greeted-already": "The vault was greeted already.",
	"vault.key-file.address":
		"The key in this file is of another account than the file says, so it was changed. Nothing was imported.",
	"vault.key-file.cost":
		"This file asks for more work than any wallet’s key file. Nothing was imported: export the key again in the wallet that it is from.",
	"vault.key-file.field":
		"This key file can’t be read: its “{field}” is missing or not as it should be. Nothing was imported.",
	"vault.key-file.none":
		"This is no key file: neither Ethereum’s encrypted JSON (version 3) nor the list of 64 numbers of Solana’s command line. Nothing was imported.",
	"vault.key-file.password":
		"The file’s password is wrong, or the file was changed. It is the password of the wallet that wrote the file.",
	"vault.last-account":
		"This is the only account here, and a vault holds at least one. Add another account first.",
	"vault.locked": "The vault is locked. Unlock it with its password.",
	"vault.locked-meanwhile": "The vault was locked while this went on. Unlock it and try again.",
	"vault.no-account": "This account is not in the vault.",
	"vault.no-pending": "No new recovery phrase waits for its check. Create one again.",
	"vault.no-phrase": "This vault has no recovery phrase, so no further account can be derived.",
	"vault.no-phrase-to-show":
		"There is no recovery phrase here: these keys were imported one by one. Export them one by one.",
	"vault.none": "There is no vault yet. Create one, or import a recovery phrase or key.",
	"vault.other-phrase":
		"This recovery phrase makes none of the accounts that are here. Nothing was changed. Check that it is the right one.",
	"vault.other-signer": "The request is for another signer than the account.",
	"vault.own-error":
		"The vault met an error of its own and did nothing. Nothing was signed and no funds moved.",
	"vault.phrase.checksum":
		"These are all words of recovery phrases, but together they are none: one of them is another word, or two changed places.",
	"vault.phrase.count":
		"{count, plural, one {# word} other {# words}}: a recovery phrase has 12, 15, 18, 21 or 24.",
	"vault.phrase.word": "Word {place}, “{word}”, is not a word of recovery phrases. Check how it is written.",
	"vault.put-back":
		"The vault file was damaged while it was written. The one from just before was put back: an account or password changed last may have to be changed again.",
	"vault.short-password": "A password needs at least eight characters.",
	"vault.signature-thrown-away": "The signature was thrown away.",
	"vault.signature.not-of-account": "The signature is not of the account.",
	"vault.too-many": "The vault holds 100 accounts, which is the most.",
	"vault.too-soon": "Too many wrong passwords. Wait before the next try.",
	"vault.unreadable": "The vault could not read what it was asked and did nothing.",
	"vault.unsealable":
		"What was kept can’t be opened with this vault’s key: it was sealed under another one, or changed. Nothing else is touched.",
	"vault.wrong-password": "Wrong password.",
	"vault.wrong-words":
		"{count, plural, one {Word {places} is} other {Words {places} are}} not what was shown. Look at your paper and type {count, plural, one {it} other {them}} again.",
} as const;
