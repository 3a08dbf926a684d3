import type { RejectingAccount, Rejection, RejectionDeps } from "./rejection.ts";

/** An intent that is being carried out for an account. */
export interface Task {
	readonly deps: RejectionDeps;
	readonly account: RejectingAccount;
	readonly id: string;
	readonly key: string;
	readonly body: Rejection;
}

const FIRST_RETRY_MS = 2_000;
const MAX_RETRY_MS = 60_000;

/** Intents that are taken up, by account: none is taken up twice. */
const takenUp = new WeakMap<RejectingAccount, Set<string>>();

export const isTakenUp = (account: RejectingAccount, id: string): boolean =>
	takenUp.get(account)?.has(id) ?? false;

export function takeUp({ account, id }: Pick<Task, "account" | "id">): boolean {
	const known = takenUp.get(account) ?? new Set();
	takenUp.set(account, known);
	if (known.has(id)) return false;
	known.add(id);
	return true;
}

/** False once the app ends or another account takes over: what is pending is then taken up from the disk. */
export const stands = ({ deps, account }: Task): boolean => deps.running() && deps.account() === account;

/** Runs `next` later, ever less often, not sooner than `leastMs`. */
export function again(task: Task, failures: number, leastMs: number, next: (failures: number) => void): void {
	const backoff = Math.min(FIRST_RETRY_MS * 2 ** Math.min(failures, 10), MAX_RETRY_MS);
	task.deps.ports.clock.after(Math.max(backoff, leastMs), () => {
		if (stands(task)) next(failures + 1);
	});
}

/** Our own side of what has already happened: its faults are for the log. @returns whether it went well */
export function locally({ deps }: Task, work: () => void): boolean {
	try {
		work();
		return true;
	} catch (cause) {
		deps.ports.log(`rejection: ${String(cause)}`);
		return false;
	}
}

/** It is done with. */
export function settle(task: Task, failures: number): void {
	if (!locally(task, () => task.deps.intents.settle(task.id)))
		again(task, failures, 0, (next) => settle(task, next));
}
