/** Why what the service asks for can’t be completed into something to sign. */
export const completing = {
	"completing.no-table": "The lookup table {table} is missing or closed on this cluster. Nothing was signed.",
	"completing.no-transaction":
		"The request wants a blockhash kept, but carries no transaction. Nothing was signed.",
	"completing.sender": "The sender is not an address. Nothing was signed.",
	"completing.unreadable":
		"its target, value or data can’t be read as the interface writes it. Nothing was signed.",
	"completing.unreadable.step":
		"Step {step}: its target, value or data can’t be read as the interface writes it. Nothing was signed.",
	"completing.would-fail": "It would fail on the chain as it is now, by your RPC. Nothing was signed.",
	"completing.would-fail.revocation":
		"Revoking this would fail on the chain now, by your RPC. Nothing was signed; read the approvals again.",
	"completing.would-fail.step":
		"Step {step} would fail on the chain as it is now, by your RPC. Nothing was signed.",
} as const;
