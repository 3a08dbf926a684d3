/** Folders and files in which no sentence stands outside of the catalogue. */
export const HELD = [
	"src/conformance/",
	"src/core/",
	"src/explain/",
	"src/ipc/",
	"src/main/activity/",
	"src/main/address-book/",
	"src/main/allowances/",
	"src/main/app/",
	"src/main/billing/",
	"src/main/catalog/",
	"src/main/chains/",
	"src/main/conversations/",
	"src/main/countersign",
	"src/main/desktop/",
	"src/main/guard/",
	"src/main/handlers.ts",
	"src/main/inbox/",
	"src/main/outcome.ts",
	"src/main/window-route.ts",
	"src/main/reviewing/checking-file.ts",
	"src/main/reviewing/facts/completing.ts",
	"src/main/reviewing/consent.ts",
	"src/main/reviewing/facts/address-facts.ts",
	"src/main/reviewing/reviews/cache-eviction.ts",
	"src/main/reviewing/reviews/load-queue.ts",
	"src/main/reviewing/facts/lookups.ts",
	"src/main/reviewing/facts/names.ts",
	"src/main/reviewing/own/replacement.ts",
	"src/main/reviewing/own/replacing.ts",
	"src/main/reviewing/own/revoking.ts",
	"src/main/reviewing/facts/simulate-evm.ts",
	"src/main/reviewing/facts/simulate-svm.ts",
	"src/main/reviewing/ticket.ts",
	"src/main/rules/",
	"src/main/service/",
	"src/main/settings/",
	"src/main/sign-in/",
	"src/main/signing/",
	"src/main/storage/",
	"src/main/support/",
	"src/main/updates/",
	"src/main/views/",
	"src/main/wallet/",
	"src/preload/",
	"src/renderer/",
	"src/verify/",
];

/** Files whose texts nobody reads as a sentence: data, patterns of others, and what is sent to machines. */
const EXCEPTED = [
	// What is sent to the service.
	"src/conformance/turn-messages.ts",
	// The title of a JSON schema.
	"src/explain/schema.ts",
	// Names of environments: they are kept with the settings, as the ones are that the user gives.
	"src/main/sign-in/environments.ts",
	// Names of networks; a text of rows of earlier versions; for the log alone.
	"src/core/chain/names.ts",
	// Names of those who run public RPCs.
	"src/core/chain/public-rpcs.ts",
	"src/core/journal/details.ts",
	"src/main/wallet/signers/process-link.ts",
	// What of a claim's answer can't be read, by the path of a member, as the schemas themselves write it.
	"src/main/service/commits.ts",
	// Values beside each other, which count what is cut of them; and types as EIP-712 writes them.
	"src/core/decode/evm/abi.ts",
	"src/core/match/evm/fields.ts",
	"src/core/match/message/checks.ts",
	"src/core/match/svm/instructions.ts",
	"src/core/match/typed-data/kinds.ts",
	// Names of collections, applications, families of functions and programs.
	"src/core/decode/evm/contracts.ts",
	"src/core/decode/evm/protocols/exchanges.ts",
	"src/core/decode/evm/protocols/staking.ts",
	"src/core/decode/svm/decode-svm.ts",
	// Networks and screens as the devices' own apps write them.
	"src/core/device/networks.ts",
	"src/core/device/screens.ts",
	"src/core/device/solana-summaries.ts",
	// Fields as a sign-in names them (EIP-4361).
	"src/core/messages/sign-in.ts",
	// Names of tokens, as their contracts give them.
	"src/core/chain/tokens/list.ts",
];

export const isExcepted = (name) => EXCEPTED.includes(name);
