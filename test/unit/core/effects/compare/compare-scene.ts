import type { EvmFacts } from "../../../../../src/core/chain/evm.ts";
import type {
	DecodedEvmTransaction,
	User,
} from "../../../../../src/core/decoded-transaction/decoded-transaction.ts";
import type {
	Comparison,
	ControlChange,
	LocalSimulation,
} from "../../../../../src/core/decoded-transaction/opinion.ts";
import { comparisonOf } from "../../../../../src/core/effects/compare/compare.ts";
import type {
	ApprovalChange,
	BalanceChange,
	PipelineSimulation,
} from "../../../../../src/service-api/simulation.ts";
import { commitOf, OTHER, SIGNER, simulation, TOKEN, transferData, VAULT } from "../../match/honest.ts";
import { facts, subject } from "../../review/scene.ts";

/** Two simulations of one transaction: the service's, and that of the user's own RPC. */

export const me = SIGNER.toLowerCase();
export const token = TOKEN.toLowerCase();
export const vault = VAULT.toLowerCase();
export const friend = OTHER.toLowerCase();
export const thief = `0x${"ee".repeat(20)}`;
export const dai = `0x${"da".repeat(20)}`;

const EMPTY: PipelineSimulation = simulation({ approvals: [], gas: null, guards: [] });

export const moves = (
	direction: "in" | "out",
	asset: string,
	amount: bigint,
	more: Partial<BalanceChange> = {},
): BalanceChange => ({ account: me, asset, amount: amount.toString(), direction, ...more });

export const approval = (
	spender: string,
	amount: bigint,
	more: Partial<ApprovalChange> = {},
): ApprovalChange => ({
	account: me,
	spender,
	asset: token,
	kind: "allowance",
	standard: "erc20",
	amount: amount.toString(),
	approved: true,
	...more,
});

export const simulated = (patch: Partial<PipelineSimulation> = {}): PipelineSimulation => ({
	...EMPTY,
	...patch,
});

export const ownSimulation = (
	patch: Partial<PipelineSimulation> = {},
	controls: readonly ControlChange[] = [],
): Extract<LocalSimulation, { state: "done" }> => ({
	state: "done",
	how: "eth_simulateV1",
	at: 123n,
	simulation: simulated(patch),
	controls,
	inner: [],
	codes: new Map(),
	allowances: [],
	gaps: [],
	hangsOnBlock: false,
	revert: null,
});

interface SubjectOptions {
	readonly call?: { readonly to: string; readonly value?: bigint; readonly data?: string };
	readonly chain?: EvmFacts | null;
	readonly who?: User;
}

/**
 * Returns a decoded transaction with the service's simulation, by default of a call to the vault. With `null`, no
 * description of its effect exists.
 */
export function subjectDeclaring(
	service: PipelineSimulation | null,
	{ call, chain, who }: SubjectOptions = {},
): DecodedEvmTransaction {
	const made = subject(commitOf(call ?? { to: VAULT, data: "0x47e7ef24" }), chain ?? facts(), who);
	return { ...made, simulation: service, transaction: service === null ? null : made.transaction };
}

export const compared = (
	service: PipelineSimulation | null,
	own: LocalSimulation,
	more: SubjectOptions & { readonly several?: boolean } = {},
): Comparison => comparisonOf(subjectDeclaring(service, more), own, more.several);

export const paying = (to: string, amount: bigint) => ({ to: TOKEN, data: transferData(to, amount) });
