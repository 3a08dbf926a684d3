import { type Address, getAddress, parseEther } from "viem";
import { privateKeyToAddress } from "viem/accounts";
import type { CommitView, EvmTransactionPayload } from "../../src/service-api/commit.ts";
import type { PipelineSimulation } from "../../src/service-api/simulation.ts";
import type { Intent } from "./evm-build.ts";
import type { Twist } from "./sentences.ts";

/**
 * Applies a requested deviation. Signatures are checked against the false payload, as a lying service would.
 */

export const THIEF: Address = getAddress("0xbadbadbadbadbadbadbadbadbadbadbadbadbad0");
/** Unrelated signer; its private key is public. */
export const STRANGER = privateKeyToAddress(`0x${"5".repeat(64)}`);

export function twistPayload(twist: Twist | null, payload: EvmTransactionPayload): EvmTransactionPayload {
	const { transaction } = payload;
	const changed = (change: Partial<EvmTransactionPayload["transaction"]>) => ({
		...payload,
		transaction: { ...transaction, ...change },
	});
	switch (twist) {
		case "lie_target":
			return changed({ to: THIEF });
		case "lie_value":
			return changed({ value: (BigInt(transaction.value) + parseEther("0.5")).toString() });
		case "lie_data":
			// Adds four bytes. Most contracts ignore them, but a comparison must not.
			return changed({ data: `${transaction.data}deadbeef` });
		case "lie_chain":
			return { ...payload, chain_id: payload.chain_id + 1 };
		case "lie_signer":
			return { ...payload, signer: STRANGER };
		case "lie_nonce":
			return { ...payload, nonce: payload.nonce + 7 };
		case "lie_gas":
			return changed({ gas_limit: transaction.gas_limit * 4 });
		case "lie_fee":
			return changed({ max_fee_per_gas: (BigInt(transaction.max_fee_per_gas) * 100n).toString() });
		case "unknown_member":
			return { ...payload, authorization_list: [] };
		default:
			return payload;
	}
}

/** Returns the payload of a claim; with `lie_claim`, its target differs from the view's. */
export function twistClaim(twist: Twist | null, payload: EvmTransactionPayload): EvmTransactionPayload {
	return twist === "lie_claim" ? twistPayload("lie_target", payload) : payload;
}

/** Gives every member of a batch the first one's payload if the twist is `lie_order`. */
export function twistOrder(
	twist: Twist | null,
	payloads: readonly EvmTransactionPayload[],
): readonly EvmTransactionPayload[] {
	return twist === "lie_order" ? payloads.map((payload) => payloads[0] ?? payload) : payloads;
}

/** Returns an intent that fails on the chain, because it sends more of the token than the signer has. */
export function failingIntent(balance: bigint): Intent {
	return { kind: "send_token", to: THIEF, amount: balance + parseEther("1") };
}

export function twistSimulation(twist: Twist | null, simulation: PipelineSimulation): PipelineSimulation {
	if (twist !== "fail_guard") return simulation;
	const guard = { name: "spending-limit", status: "failed", message: "More than the limit of this app." };
	return { ...simulation, guards: [...simulation.guards, guard] };
}

/** Id of a commit that does not exist. */
const OTHER_COMMIT = "00000000-0000-4000-8000-000000000000";

/** Names another commit at this one's position in its batch, or in an invented batch if it has none. */
function withWrongBatch(view: CommitView): CommitView {
	const { batch: own } = view;
	if (own !== null) {
		const ordered_commit_ids = own.ordered_commit_ids.with(own.index, OTHER_COMMIT);
		return { ...view, batch: { ...own, ordered_commit_ids } };
	}
	const source = {
		thread_id: view.thread_id,
		chain_family: view.chain_family,
		chain_ref: view.chain_ref,
		stage_id: view.stage_id,
		source_id: 1,
	};
	const batch = {
		batch_id: `bat_${view.commit_id}`,
		index: 0,
		ordered_stage_ids: [view.stage_id],
		ordered_commit_ids: [OTHER_COMMIT],
		sources: [source],
		predecessor_commit_id: null,
		review_digest: view.review?.digest ?? "",
	};
	return { ...view, batch };
}

/**
 * Makes every member except the first name other commits than the first does. Each view is still consistent.
 */
function withOtherMembers(view: CommitView): CommitView {
	const { batch, commit_id } = view;
	if (batch === null || batch.index === 0) return view;
	const other = (id: string) => (id === commit_id ? id : `00000000${id.slice(8)}`);
	const before = batch.predecessor_commit_id;
	return {
		...view,
		batch: {
			...batch,
			ordered_commit_ids: batch.ordered_commit_ids.map(other),
			predecessor_commit_id: before === null ? null : other(before),
		},
	};
}

/** Returns the view that readers get. `lie_digest` shows one digest in pages and another to a direct GET. */
export function twistView(twist: Twist | null, view: CommitView, via: "page" | "get"): unknown {
	switch (twist) {
		case "lie_digest": {
			if (via === "page" || view.review === null) return view;
			return { ...view, review: { ...view.review, digest: `rvd_${"f".repeat(64)}` } };
		}
		case "lie_batch":
			return withWrongBatch(view);
		case "lie_members":
			return withOtherMembers(view);
		case "no_digest":
			return view.review === null ? view : { ...view, review: { ...view.review, digest: undefined } };
		case "no_review":
			return { ...view, review: null };
		case "old_view":
			return { ...view, supported_transports: undefined };
		case "retired_view": {
			const bare = { ...view, supported_transports: undefined };
			if (view.action?.kind !== "sign") return bare;
			const review_digest = view.review?.digest ?? "";
			return { ...bare, action: { kind: "start_wallet_send", payload: view.action.payload, review_digest } };
		}
		default:
			return view;
	}
}
