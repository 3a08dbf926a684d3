import { type Message, message, type Text } from "../localized-text.ts";

const NAMES: Readonly<Record<string, Message>> = {
	access_list: message("check.field.access-list"),
	account: message("check.field.account"),
	accounts: message("check.field.accounts"),
	"action.review_digest": message("difference.field.review-digest"),
	"batch.index": message("difference.field.place"),
	"batch.members": message("check.field.batch"),
	"batch.ordered_commit_ids": message("check.field.batch-order"),
	"batch.ordered_stage_ids": message("check.field.batch-order"),
	"batch.predecessor": message("check.field.previous-step"),
	"batch.predecessor_commit_id": message("check.field.previous-step"),
	"batch.review_digest": message("check.field.batch-digest"),
	"batch.sources": message("check.field.batch-source"),
	batch: message("check.field.batch"),
	blind: message("check.field.blind-signing"),
	blockhash: message("check.field.blockhash"),
	broadcaster: message("difference.field.broadcaster"),
	bytes: message("check.field.bytes"),
	chain_family: message("check.field.network-type"),
	chain_id: message("difference.field.chain"),
	chain_ref: message("check.field.request-network"),
	cluster: message("check.field.cluster"),
	compute_budget: message("difference.field.compute-budget"),
	count: message("difference.field.signed-count"),
	data: message("difference.field.data"),
	domain: message("check.field.domain"),
	"domain.chainId": message("check.field.domain-network"),
	durable_nonce: message("check.field.durable-nonce"),
	expires_at: message("difference.field.expires"),
	fee_payer: message("difference.field.fee-payer"),
	fees: message("difference.field.fees"),
	fingerprint: message("check.field.fingerprint"),
	from: message("check.field.sender"),
	gas: message("difference.field.gas-estimate"),
	gas_limit: message("difference.field.gas-limit"),
	header: message("check.field.header"),
	instructions: message("check.field.instructions"),
	"instructions.count": message("check.field.instruction-count"),
	intents: message("difference.field.signed"),
	legs: message("check.field.steps"),
	lookup_tables: message("difference.field.lookup-tables"),
	lookups: message("difference.field.lookup-tables"),
	max_fee_per_gas: message("difference.field.most-per-gas"),
	max_priority_fee_per_gas: message("difference.field.priority-fee"),
	members: message("check.field.fields"),
	message: message("check.field.message"),
	message_base64: message("check.field.message"),
	"message_base64.signers": message("check.field.message-signers"),
	nonce: message("difference.field.nonce"),
	nonces: message("check.field.nonces"),
	payload: message("difference.field.signed"),
	"payload.kind": message("check.field.kind"),
	payloads: message("difference.field.signed-count"),
	pending_nonce: message("check.field.next-nonce"),
	place: message("check.field.account-and-network"),
	primaryType: message("check.field.typed-data-kind"),
	program: message("check.field.program"),
	raw: message("check.field.bytes"),
	recent_blockhash: message("check.field.blockhash"),
	request: message("check.field.request"),
	requests: message("check.field.requests"),
	"requests[0].message": message("check.field.message"),
	"requests[0].raw_payload": message("check.field.bytes"),
	review: message("check.field.review"),
	"review.digest": message("difference.field.review-digest"),
	revokes: message("difference.field.taken-back"),
	route: message("difference.field.route"),
	rpc_chain: message("check.field.rpc-network"),
	rpc_cluster: message("check.field.rpc-cluster"),
	signatures: message("check.field.signatures"),
	signed_transaction_base64: message("check.field.signed-transaction"),
	signer: message("difference.field.signer"),
	signers: message("check.field.signers"),
	"simulation.chainId": message("check.field.simulation-network"),
	"simulation.cluster": message("check.field.simulation-network"),
	"simulation.guards": message("difference.field.guards"),
	"simulation.status": message("difference.field.simulation"),
	static_keys: message("check.field.accounts"),
	supported_transports: message("difference.field.route"),
	to: message("difference.field.target"),
	transaction_base64: message("difference.field.signed"),
	typed_data: message("check.field.typed-data"),
	types: message("check.field.types"),
	unsigned_transaction_base64: message("check.field.unsigned-transaction"),
	value: message("difference.field.value"),
	version: message("check.field.version"),
};

const PARTS: Readonly<Record<string, Message>> = {
	program_id: message("check.field.program"),
	accounts: message("check.field.accounts"),
	data: message("difference.field.data"),
};

/** A field in a step, counted from 1: "[2].nonce". */
const OF_STEP = /^\[([0-9]+)\]\.(.+)$/s;

/** An instruction, counted from 0, or a field in it: "instructions[0].accounts". */
const OF_INSTRUCTION = /^instructions\[([0-9]+)\](?:\.(\w+))?$/;

const namedIn = (names: Readonly<Record<string, Message>>, field: string): Message | undefined =>
	Object.hasOwn(names, field) ? names[field] : undefined;

export function fieldText(field: string): Text {
	const [, step, rest] = OF_STEP.exec(field) ?? [];
	if (step !== undefined && rest !== undefined)
		return message("difference.of-step", { step, field: fieldText(rest) });
	const [, at, part] = OF_INSTRUCTION.exec(field) ?? [];
	if (at !== undefined) {
		const place = String(Number(at) + 1);
		const name = part === undefined ? undefined : namedIn(PARTS, part);
		return name === undefined
			? message("check.field.instruction", { place })
			: message("check.field.instruction-part", { place, part: name });
	}
	return namedIn(NAMES, field) ?? namedIn(NAMES, field.replace(/\[[0-9]+\]$/, "")) ?? field;
}
