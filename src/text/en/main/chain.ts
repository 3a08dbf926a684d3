/** What the user's own RPC says, or why it could not be asked. */
export const chain = {
	"chain.unreachable":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} could not be reached, or gave no answer. Check its address in Settings or try again.",
	"chain.too-large":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} answered with more than Countersign reads. Try again, or set another one in Settings.",
	"chain.not-text":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} answered with something that is not text. Check its address in Settings.",
	"chain.not-json":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} gave an answer that can’t be read (not JSON). Check its address in Settings; nothing was sent to the chain.",
	"chain.http-status":
		"{family, select, svm {Your Solana RPC} other {Your RPC}} failed (HTTP {status}). Check its address in Settings or try again; nothing was sent to the chain.",
	"chain.simulation-too-large":
		"What {family, select, svm {your Solana RPC} other {your RPC}} tells of this is more than is read.",
	"chain.simulation-too-slow": "It takes longer to run than an RPC is given.",
	"chain.simulation-not-of-this":
		"{family, select, svm {your Solana RPC} other {your RPC}} can simulate, and can’t simulate this. {fault}",
	"chain.unusable": "What your RPC answered could not be used.",
	"chain.request-changed": "The request changed while your RPC was asked about it.",
	"chain.not-kept": "not kept in a saved review",
	"chain.refused-transaction": "Your RPC refused the transaction: {why}",
	"chain.evm.no-revocation-told": "This RPC does not say whether the attestation was revoked.",
	"chain.evm.step-not-counted":
		"Your RPC does not count the step before this one yet (next nonce {next}, awaited {awaited}). Nothing is signed yet.",
	"chain.evm.unreadable": "Your RPC answered {method} with something unreadable.",
	"chain.evm.refused": "Your RPC refused {method}: {said}",
	"chain.evm.not-a-token": "The contract does not answer {what} as a token does.",
	"chain.evm.impossible-decimals": "The contract states decimals that can’t be.",
	"chain.evm.no-spender": "No spender to ask for.",
	"chain.evm.no-base-fee": "This chain states no base fee.",
	"chain.evm.other-chain": "Your RPC is of another chain.",
	"chain.evm.no-allowance-told": "The contract does not answer how much is allowed as a token does.",
	"chain.evm.other-steps": "Your RPC simulated another number of steps than it was asked for.",
	"chain.evm.too-much-data": "It holds more data than a node passes on.",
	"chain.evm.unaskable": "What it calls can’t be put to an RPC.",
	"chain.evm.silent-transfers": "Your RPC does not tell what native coin moves.",
	"chain.evm.not-offered": "Your RPC does not offer {method}.",
	"chain.evm.too-much-at-once": "This is more than an RPC is asked to simulate at once.",
	"chain.evm.more-gas-than-a-block": "It asks for more gas than a whole block has.",
	"chain.evm.no-simulation": "Your RPC can’t simulate: it offers neither eth_simulateV1 nor debug_traceCall.",
	"chain.evm.too-many-changes": "It changes more accounts than can be handed to the step after it.",
	"chain.evm.wrong-chain":
		"Your RPC for chain {chainId} is of chain {said}. Nothing was sent; correct its address in Settings.",
	"chain.evm.no-rpc": "No RPC is set for {chain}. Nothing was signed or sent; add one in Settings.",
	"chain.evm.insufficient-funds": "The account has less than the value that is to be sent, with the fee.",
	"chain.svm.unreadable": "Your Solana RPC answered {method} with something unreadable.",
	"chain.svm.refused": "Your Solana RPC refused {method}: {said}",
	"chain.svm.unclear-size": "Your Solana RPC answered with an account whose size is unclear.",
	"chain.svm.other-accounts": "Your Solana RPC answered with another number of accounts than asked.",
	"chain.svm.unreadable-table": "Your Solana RPC answered with a lookup table that can’t be read.",
	"chain.svm.unreadable-inner": "Your Solana RPC answered with an inner instruction that can’t be read.",
	"chain.svm.unreadable-transaction": "Your Solana RPC answered with a transaction that can’t be read.",
	"chain.svm.older-slot": "Your Solana RPC answered with a simulation on an older slot than was asked for.",
	"chain.svm.too-many-tables": "This names more lookup tables than a transaction can have.",
	"chain.svm.too-many-in-simulation": "This names more accounts than a Solana RPC can be asked about.",
	"chain.svm.too-many-accounts": "There are too many accounts to ask for.",
	"chain.svm.unbuildable":
		"The request’s instructions can’t be built into a Solana transaction. Nothing was signed.",
	"chain.svm.no-fee":
		"Your Solana RPC states no fee: the transaction’s blockhash is not known or has expired.",
	"chain.svm.no-address": "This is not a Solana address.",
	"chain.svm.other-cluster": "Your RPC is of another cluster.",
	"chain.svm.no-transaction": "This is not a Solana transaction. Nothing was sent.",
	"chain.svm.other-signature":
		"Your Solana RPC answered with the signature of another transaction. Whether yours was sent is unclear.",
	"chain.svm.two-tables":
		"Your two Solana RPCs do not say the same of the lookup table {address}, so who its accounts are is not known. Nothing was signed; correct their addresses, or reject the request.",
	"chain.svm.wrong-cluster":
		"Your RPC for {chain} is of another cluster (genesis {genesis}). Nothing was sent; correct its address in Settings.",
	"chain.svm.unknown-cluster":
		"Countersign does not know the Solana cluster {cluster}. Nothing was signed or sent.",
	"chain.svm.no-rpc": "No RPC is set for {chain}. Nothing was signed or sent; add one in Settings.",
	"chain.svm.no-genesis":
		"The genesis hash of {chain} is not known. Nothing was signed or sent; set its RPC again in Settings.",
	"chain.svm.error.no-sol": "The fee payer has no SOL.",
	"chain.svm.error.processed-before": "It was processed before.",
	"chain.svm.error.blockhash-gone": "Its blockhash is not known any more.",
	"chain.svm.error.too-little-for-fee": "The fee payer has too little SOL for the fee.",
	"chain.svm.error.no-program": "It calls a program that does not exist.",
	"chain.svm.error.signature": "A signature does not hold.",
	"chain.svm.error.no-table": "It uses a lookup table that does not exist.",
	"chain.svm.error.no-place": "It uses a place of a lookup table that does not exist.",
	"chain.svm.error.instruction": "Instruction {number} failed with {error}.",
	"chain.svm.error.instruction-own": "Instruction {number} failed with its own error {code}.",
	"chain.svm.error.rent": "It would leave an account with too little SOL to exist.",
	"chain.svm.error.unknown": "The chain says {error}.",
} as const;
