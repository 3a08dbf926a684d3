import { describe, expect, it } from "vitest";
import { fingerprintOf } from "../../../../src/core/match/fingerprint.ts";
import { type FrozenProposal, frozenProposal, hasSeveralSteps } from "../../../../src/core/match/frozen.ts";
import { matchFrozen } from "../../../../src/core/match/match.ts";
import { proposalOf } from "../../../fixtures/proposals.ts";
import { evmAction, messageAction } from "../../main/signing/actions-scene.ts";

/** The fingerprint covers every member of every step, so an approval can't apply to other steps. */

const { frozen } = proposalOf(evmAction(3));
const FINGERPRINT = fingerprintOf(frozen);

type Path = readonly (string | number)[];

function leavesOf(value: unknown, path: Path = []): readonly Path[] {
	if (typeof value !== "object" || value === null) return [path];
	const members = Object.entries(value).flatMap(([name, member]) =>
		leavesOf(member, [...path, Array.isArray(value) ? Number(name) : name]),
	);
	return members.length === 0 ? [path] : members;
}

function changed(value: unknown): unknown {
	if (typeof value === "number") return value + 1;
	if (typeof value === "boolean") return !value;
	if (typeof value === "string")
		return value.endsWith("1") ? `${value.slice(0, -1)}2` : `${value.slice(0, -1)}1`;
	return value === null ? 1 : { more: 1 };
}

/** Returns a copy with another value at a path. */
function with_(path: Path): unknown {
	const copy: unknown = structuredClone(frozen);
	let at = copy;
	for (const name of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[name];
	const last = path.at(-1) ?? "";
	const holder = at as Record<string | number, unknown>;
	holder[last] = changed(holder[last]);
	return copy;
}

const PATHS = leavesOf(frozen);
const called = (path: Path) => path.join(".");

/** Matches the members that Countersign chooses, which are bound only by the fingerprint. */
const CHOSEN = /\.(nonce|gas_limit|max_fee_per_gas|max_priority_fee_per_gas)$/;
const OF_STEPS = PATHS.filter(
	(path) =>
		path[0] === "intents" ||
		(path[0] === "request" &&
			path[1] === "transactions" &&
			["chain_id", "from", "to", "value", "data"].includes(String(path.at(-1)))),
);

const isMatched = (value: unknown): boolean => {
	const read = frozenProposal.safeParse(value);
	return read.success && matchFrozen(read.data).verdict === "matched";
};

/** @returns `null` for a value that isn't a frozen proposal */
const fingerprintIn = (value: unknown): string | null => {
	const read = frozenProposal.safeParse(value);
	return read.success ? fingerprintOf(read.data) : null;
};

describe("a frozen proposal of three calls", () => {
	it("lists all of them, and matches", () => {
		expect(frozen.intents).toHaveLength(3);
		expect(hasSeveralSteps(frozen)).toBe(true);
		expect(matchFrozen(frozen).verdict).toBe("matched");
		expect(PATHS.length).toBeGreaterThan(60);
	});

	it.each(PATHS.map((path) => [called(path), path] as const))(
		"has another fingerprint with another %s",
		(_, path) => {
			expect(fingerprintIn(with_(path))).not.toBe(FINGERPRINT);
		},
	);

	it("can still be read with most of these changes, so that fingerprints are compared", () => {
		const readable = PATHS.filter((path) => fingerprintIn(with_(path)) !== null);
		expect(readable.length).toBeGreaterThan(PATHS.length / 2);
	});

	it.each(OF_STEPS.filter((path) => !CHOSEN.test(called(path))).map((path) => [called(path), path] as const))(
		"is refused with another %s",
		(_, path) => {
			expect(isMatched(with_(path))).toBe(false);
		},
	);

	it.each<readonly [string, (all: FrozenProposal["intents"]) => readonly unknown[]]>([
		["a missing step", (all) => all.slice(0, 2)],
		["only the last step", (all) => all.slice(2)],
		["a duplicate step", (all) => [...all, ...all.slice(2)]],
		["the steps in another order", (all) => [all[1], all[0], all[2]]],
	])("is refused with %s", (_, change) => {
		const other = { ...frozen, intents: change(frozen.intents) };
		expect(isMatched(other)).toBe(false);
		expect(fingerprintIn(other)).not.toBe(FINGERPRINT);
	});
});

it("a request for several signatures, and one of a single transaction, has no steps to send", () => {
	expect(hasSeveralSteps(proposalOf(messageAction(2)).frozen)).toBe(false);
	expect(hasSeveralSteps(proposalOf(evmAction(1)).frozen)).toBe(false);
});
