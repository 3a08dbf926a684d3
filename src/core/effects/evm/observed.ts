import type { PipelineSimulation } from "../../../service-api/simulation.ts";
import { readAddress, readBytes } from "../../format/numeral.ts";
import { movesIn, type TokenMove } from "../../simulate/evm/evm-events.ts";
import { passedOf } from "../../simulate/records.ts";
import type { ControlChange, InnerCall, OwnSimulation } from "../../subject/opinion.ts";
import type { Subject } from "../../subject/subject.ts";
import { fungible, type Movement, NATIVE, type Right } from "../effects.ts";
import { type Recorded, type RecordedRight, recordedMovements, recordedRights } from "../records.ts";
import { itemAt } from "./assets.ts";

/** Movements and rights that our own simulation shows. */

const NOBODY = `0x${"0".repeat(40)}`;

type ReadLog = Parameters<typeof movesIn>[0];

function readLog({ address, topics, data }: PipelineSimulation["logs"][number]): ReadLog | null {
	const [emitter, body] = [readAddress(address), readBytes(data)];
	const words = topics.map(readBytes).filter((each) => each !== null);
	return emitter === null || body === null || words.length < topics.length
		? null
		: { address: emitter, topics: words, data: body };
}

const loggedMove = ({ token, from, to, id, amount }: TokenMove): Recorded => ({
	from,
	to,
	asset: id === null ? fungible(token) : itemAt(token, id),
	least: amount,
	most: amount,
});

const tracedMove = ({ from, to, value }: InnerCall): Recorded => ({
	from,
	to,
	asset: NATIVE,
	least: value,
	most: value,
});

/** Balances are asked of the user's own accounts; of the others that they control the trace and the logs tell. */
function ofControlled(
	subject: Subject,
	simulation: PipelineSimulation,
	inner: readonly InnerCall[],
	controlled: ReadonlySet<string>,
): readonly Recorded[] {
	const own = new Set([subject.signer, ...subject.user.accounts].map((each) => each.toLowerCase()));
	const logged = simulation.logs.flatMap((log) => {
		const read = readLog(log);
		return read === null ? [] : movesIn(read).map(loggedMove);
	});
	const traced = inner.filter(({ kind }) => kind === "call" || kind === "create").map(tracedMove);
	return [...logged, ...traced].filter(
		({ from, to, most }) =>
			most !== 0n &&
			from !== to &&
			(controlled.has(from) || (to !== null && controlled.has(to))) &&
			!own.has(from) &&
			(to === null || !own.has(to)),
	);
}

export function observedMovements(
	subject: Subject,
	own: OwnSimulation,
	controlled: ReadonlySet<string>,
	step: number,
): readonly Movement[] {
	const simulation = passedOf(own);
	if (own.state !== "done" || simulation === null) return [];
	return [
		...recordedMovements(subject, simulation.balanceChanges),
		...ofControlled(subject, simulation, own.inner, controlled),
	].map((each) => ({ ...each, step, basis: "observed", until: null }));
}

/** Whoever ruled it loses that, whoever rules it now gets it. */
function controlRights({ account, what, before, after }: ControlChange): readonly RecordedRight[] {
	const common = { account, scope: { kind: "control", over: account, what } as const, until: null };
	const lost: RecordedRight[] = before === null ? [] : [{ ...common, holder: before, extent: 0n }];
	const gained: RecordedRight[] = after === null ? [] : [{ ...common, holder: after, extent: null }];
	const all = [...lost, ...gained];
	return all.length > 0 ? all : [{ ...common, holder: NOBODY, extent: null }];
}

export function observedRights(subject: Subject, own: OwnSimulation, step: number): readonly Right[] {
	const simulation = passedOf(own);
	if (own.state !== "done" || simulation === null) return [];
	const taken = own.standing
		.filter(({ amount }) => amount === 0n)
		.map(
			({ account, spender, token }): RecordedRight => ({
				holder: spender,
				account,
				scope: { kind: "asset", asset: fungible(token) },
				extent: 0n,
				until: null,
			}),
		);
	return [
		...recordedRights(subject, simulation.approvals),
		...own.controls.flatMap(controlRights),
		...taken,
	].map((each) => ({ ...each, step, basis: "observed" }));
}
