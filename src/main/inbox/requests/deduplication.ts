import { indexInRequest } from "../../../core/match/member.ts";
import { clusterName } from "../../../core/match/svm/fields.ts";
import type {
	ActionRequest,
	AssembledEvmTransaction,
	AssembledSvmTransaction,
} from "../../../service-api/action.ts";
import type { CommitView } from "../../../service-api/commit.ts";
import type { StoredAction, StoredCommit } from "../../conversations/session-types.ts";
import { actionKeyOf } from "../entries/entry.ts";

/**
 * An action whose transactions are also in commits is answered through those commits. Transactions are the
 * same if they were staged under the same ID or have the same content. A commit that was confirmed before the
 * action arrived doesn't count, because the action then requests the transaction again.
 */

function evmKeys(tx: AssembledEvmTransaction): string[] {
	const content = [tx.chain_id, tx.from, tx.to, tx.value ?? "0", tx.data].join(" ").toLowerCase();
	return typeof tx.pending_tx_id === "number"
		? [`evm staged ${tx.chain_id} ${tx.pending_tx_id}`, `evm ${content}`]
		: [`evm ${content}`];
}

function svmKeys(tx: AssembledSvmTransaction): string[] {
	const steps = tx.instructions.map(({ program_id, accounts, data_base64 }) =>
		[program_id, data_base64, ...accounts.map((account) => account.pubkey)].join(" "),
	);
	const cluster = clusterName(tx.cluster);
	const content = `svm ${cluster} ${tx.payer} ${steps.join("; ")}`;
	return typeof tx.pending_tx_id === "number"
		? [`svm staged ${cluster} ${tx.pending_tx_id}`, content]
		: [content];
}

/** Caches by object, because requests and views never change and are compared whenever a session changes. */
function remembered<Of extends object>(make: (of: Of) => readonly string[]): (of: Of) => readonly string[] {
	const known = new WeakMap<Of, readonly string[]>();
	return (of) => {
		const before = known.get(of);
		if (before !== undefined) return before;
		const keys = make(of);
		known.set(of, keys);
		return keys;
	};
}

export const transactionKeys = remembered((request: ActionRequest): readonly string[] => {
	if (request.type === "execute_evm") return request.transactions.flatMap(evmKeys);
	return request.type === "execute_svm" ? request.transactions.flatMap(svmKeys) : [];
});

/** A commit that was rejected, expired or failed can't execute the transaction again. */
export function counts(view: CommitView): boolean {
	return view.state !== "rejected" && view.state !== "expired" && view.state !== "failed";
}

export type RequestedAction = Pick<StoredAction, "sessionId" | "action" | "firstSeen">;

/** Compares only times from this computer, because the service's clock may differ. */
const wasBefore = ({ receivedAt }: StoredCommit, { firstSeen }: Pick<RequestedAction, "firstSeen">) =>
	receivedAt <= firstSeen;

function mayAnswer(commit: StoredCommit, action: RequestedAction): boolean {
	const { read } = commit;
	if (read.kind === "unreadable" || !counts(read.view)) return false;
	return read.view.state !== "confirmed" || !wasBefore(commit, action);
}

export function isDoneBefore(commit: StoredCommit, action: Pick<RequestedAction, "firstSeen">): boolean {
	const { read } = commit;
	return read.kind === "known" && read.view.state === "confirmed" && wasBefore(commit, action);
}

export type CommitContents = Pick<NonNullable<CommitView["review"]>, "request" | "legs"> &
	Pick<CommitView, "batch">;

export const reviewedKeys = remembered(
	({ request, legs: items, batch }: CommitContents): readonly string[] => {
		const index = batch?.index ?? 0;
		const own = items[index] ?? onlyTransaction(request, indexInRequest({ request, legs: items, batch }));
		// `sources` covers all commits in the batch, but each commit contains only one source.
		const stage = batch?.ordered_stage_ids[index];
		const sources = (batch?.sources ?? [])
			.filter((source) => source.stage_id === stage)
			.map(({ chain_family, chain_ref, source_id }) =>
				[chain_family, "staged", chain_family === "svm" ? clusterName(chain_ref) : chain_ref, source_id].join(
					" ",
				),
			);
		return own === null ? sources : [...transactionKeys(own), ...sources];
	},
);

export const commitKeys = remembered(({ review, batch }: CommitView): readonly string[] =>
	review === null ? [] : reviewedKeys({ ...review, batch }),
);

function onlyTransaction(request: ActionRequest, index: number): ActionRequest | null {
	if (request.type === "execute_evm") {
		const tx = request.transactions[index];
		return tx === undefined ? null : { ...request, transactions: [tx] };
	}
	if (request.type === "execute_svm") {
		const tx = request.transactions[index];
		return tx === undefined ? null : { ...request, transactions: [tx] };
	}
	return null;
}

export function foldedActions(
	commits: readonly StoredCommit[],
	actions: readonly StoredAction[],
): ReadonlyMap<string, readonly string[]> {
	const executing = actions.filter(({ action }) => action.request.type !== "sign");
	const folded = new Map<string, readonly string[]>();
	if (executing.length === 0) return folded;
	const sessions = new Set(executing.map(({ sessionId }) => sessionId));
	const byKey = new Map<string, StoredCommit[]>();
	for (const commit of commits) {
		const { sessionId, read } = commit;
		if (!sessions.has(sessionId) || read.kind === "unreadable" || !counts(read.view)) continue;
		for (const key of commitKeys(read.view)) {
			const known = byKey.get(`${sessionId} ${key}`);
			if (known === undefined) byKey.set(`${sessionId} ${key}`, [commit]);
			else known.push(commit);
		}
	}
	for (const stored of executing) {
		const { sessionId, action } = stored;
		const found = transactionKeys(action.request)
			.flatMap((key) => byKey.get(`${sessionId} ${key}`) ?? [])
			.filter((commit) => mayAnswer(commit, stored))
			.map(({ commitId }) => commitId);
		if (found.length > 0) folded.set(actionKeyOf(sessionId, action.id), [...new Set(found)]);
	}
	return folded;
}

export function shareTransaction(one: readonly string[], other: readonly string[]): boolean {
	return one.some((key) => other.includes(key));
}

export function carriesSame(view: CommitView, request: ActionRequest): boolean {
	return shareTransaction(commitKeys(view), transactionKeys(request));
}

export function isFolded(asked: RequestedAction, commits: readonly StoredCommit[]): boolean {
	return carriersOf(asked, commits).some((commit) => mayAnswer(commit, asked));
}

export function carriersOf(
	{ sessionId, action }: RequestedAction,
	commits: readonly StoredCommit[],
): readonly StoredCommit[] {
	const keys = new Set(transactionKeys(action.request));
	if (keys.size === 0) return [];
	return commits.filter(
		({ sessionId: of, read }) =>
			of === sessionId && read.kind === "known" && commitKeys(read.view).some((key) => keys.has(key)),
	);
}
