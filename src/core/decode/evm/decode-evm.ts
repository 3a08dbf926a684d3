import { hexToBytes } from "@noble/hashes/utils.js";
import { toFunctionSelector } from "viem/utils";
import type { Hex } from "../../format/numeral.ts";
import { hidesSomething } from "../../format/plain.ts";
import { textOf } from "../../match/message/bytes.ts";
import { once } from "../../once.ts";
import { lower, readHead, shownArgs } from "./abi.ts";
import { ACCOUNTS, isMultiSend } from "./accounts.ts";
import { type Contracts, NO_CONTRACTS } from "./contracts.ts";
import {
	type CallSite,
	functionsOf,
	type InnerCallSite,
	type KnownFunction,
	UNVERIFIED_CALLS,
} from "./function.ts";
import type { ControlWhat, Decoded, Inner, Meaning, NestingKind } from "./meaning.ts";
import { PERMIT2_FUNCTIONS } from "./permit2.ts";
import type { ContractFamily } from "./protocols/act.ts";
import { FAMILIES } from "./protocols/families.ts";
import { ROUTER } from "./router.ts";
import { TOKENS } from "./tokens.ts";

/** Sources: OpenZeppelin's and Uniswap's Multicall, Multicall3 (mds1/multicall3). */

/** The contract delegatecalls itself, so the caller stays the same and no value is transferred. */
function onItself(data: readonly `0x${string}`[], site: CallSite): Meaning {
	const calls = data.map<InnerCallSite>((each) => ({
		to: site.target,
		value: 0n,
		sent: site.sent,
		data: each,
		how: "call",
		by: "caller",
	}));
	return { ...UNVERIFIED_CALLS, way: "multicall", ...site.nest(calls) };
}

interface InnerCallInput {
	readonly target: string;
	readonly callData: `0x${string}`;
	readonly value?: bigint;
	readonly allowFailure?: boolean;
}

function toOthers(inputs: readonly InnerCallInput[], site: CallSite, allFail = false): Meaning {
	const calls = inputs.map<InnerCallSite>(({ target, callData, value = 0n, allowFailure = allFail }) => ({
		to: lower(target),
		value,
		data: callData,
		how: "call",
		by: site.self,
		optional: allowFailure,
	}));
	return { ...UNVERIFIED_CALLS, way: "aggregate", ...site.nest(calls) };
}

const MULTICALL: readonly KnownFunction[] = functionsOf({
	"multicall(bytes[] data)": ([data], site) => onItself(data, site),
	"multicall(uint256 deadline, bytes[] data)": ([, data], site) => onItself(data, site),
	"aggregate((address target, bytes callData)[] calls)": ([calls], site) => toOthers(calls, site),
	"tryAggregate(bool requireSuccess, (address target, bytes callData)[] calls)": ([mustAll, calls], site) =>
		toOthers(calls, site, !mustAll),
	"blockAndAggregate((address target, bytes callData)[] calls)": ([calls], site) => toOthers(calls, site),
	"tryBlockAndAggregate(bool requireSuccess, (address target, bytes callData)[] calls)": (
		[mustAll, calls],
		site,
	) => toOthers(calls, site, !mustAll),
	"aggregate3((address target, bool allowFailure, bytes callData)[] calls)": ([calls], site) =>
		toOthers(calls, site),
	"aggregate3Value((address target, bool allowFailure, uint256 value, bytes callData)[] calls)": (
		[calls],
		site,
	) => toOthers(calls, site),
});

interface ControlMore {
	readonly from?: string;
	readonly role?: Hex;
	readonly threshold?: bigint;
	readonly bytes?: number;
}

function control(what: ControlWhat, to: string | null, more: ControlMore = {}): Meaning {
	const { from, role = null, threshold = null, bytes = 0 } = more;
	return {
		kind: "control",
		what,
		to: to === null ? null : lower(to),
		from: from === undefined ? null : lower(from),
		role,
		threshold,
		bytes,
	};
}

const SAFE: readonly KnownFunction[] = functionsOf({
	"addOwnerWithThreshold(address owner, uint256 threshold)": ([owner, threshold]) =>
		control("safe-owner-added", owner, { threshold }),
	"removeOwner(address prevOwner, address owner, uint256 threshold)": ([, owner, threshold]) =>
		control("safe-owner-removed", owner, { threshold }),
	"swapOwner(address prevOwner, address oldOwner, address newOwner)": ([, from, to]) =>
		control("safe-owner-swapped", to, { from }),
	"changeThreshold(uint256 threshold)": ([threshold]) => control("safe-threshold", null, { threshold }),
	"enableModule(address module)": ([module]) => control("safe-module", module),
	"disableModule(address prevModule, address module)": ([, module]) => control("safe-module-removed", module),
	"setGuard(address guard)": ([guard]) => control("safe-guard", guard),
	"setFallbackHandler(address handler)": ([handler]) => control("safe-handler", handler),
});

/** Sources: OpenZeppelin's Ownable, AccessControl and proxies, Safe's OwnerManager and modules. */
const CONTROL: readonly KnownFunction[] = [
	...functionsOf({
		"transferOwnership(address newOwner)": ([to]) => control("owner", to),
		"setOwner(address newOwner)": ([to]) => control("owner", to),
		"renounceOwnership()": () => control("renounce", null),
		"acceptOwnership()": () => control("accept", null),
		"grantRole(bytes32 role, address account)": ([role, to]) => control("grant", to, { role }),
		"revokeRole(bytes32 role, address account)": ([role, to]) => control("revoke", to, { role }),
		"upgradeTo(address newImplementation)": ([to]) => control("upgrade", to),
		"upgradeToAndCall(address newImplementation, bytes data)": ([to, data]) =>
			control("upgrade", to, { bytes: (data.length - 2) / 2 }),
		"changeAdmin(address newAdmin)": ([to]) => control("admin", to),
	}),
	...SAFE,
];

export const MAX_DEPTH = 6;
export const MAX_CALLS = 64;

type PartialReading = Pick<Decoded, "meaning" | "call" | "tail">;

type Functions = ReadonlyMap<string, KnownFunction>;

/**
 * Deferred until after startup, because hashing hundreds of function signatures takes a tenth of a second.
 */
const bySelector = (all: readonly KnownFunction[]): (() => Functions) =>
	once(() => new Map(all.map((each) => [toFunctionSelector(each.item), each])));

const KNOWN = bySelector([...TOKENS, ...CONTROL, ...PERMIT2_FUNCTIONS, ...MULTICALL, ...ACCOUNTS, ...ROUTER]);

const BY_FAMILY: ReadonlyMap<ContractFamily, () => Functions> = new Map(
	FAMILIES.map((family) => [family, bySelector(family.functions)]),
);

/** Builds the tables in advance, so the first call to be decoded doesn't have to wait for them. */
export function prepareDecoding(): void {
	for (const functions of [KNOWN, ...BY_FAMILY.values()]) functions();
}

type Reason = Extract<Meaning, { kind: "unknown" }>["reason"];

function unknown(data: Hex, reason: Reason): PartialReading {
	const selector = data.length < 10 ? null : data.slice(0, 10);
	return {
		meaning: { kind: "unknown", reason, bytes: (data.length - 2) / 2 },
		call: { signature: null, selector, args: [] },
	};
}

/** Returns whether the code at an address is known to make exactly the calls in its data. */
export type Verify = (address: Hex, way: NestingKind) => boolean;

/** Trusts no address, because any contract could pretend to be a wrapper if the chain isn't checked. */
const UNVERIFIED: Verify = () => false;

const named = (meaning: Meaning, app: string): Meaning =>
	meaning.kind === "act" && meaning.app === "" ? { ...meaning, app } : meaning;

/**
 * Returns what an unknown function would mean in a known application's contracts. The result may only be
 * shown as a guess.
 */
function likeOf(data: Hex, reading: PartialReading, site: CallSite, allowsTail: boolean): PartialReading {
	const { meaning, call } = reading;
	for (const family of FAMILIES) {
		if (family.usual === true) continue;
		const found = BY_FAMILY.get(family)?.().get(data.slice(0, 10));
		const head = found === undefined ? null : readHead(found.item.inputs, `0x${data.slice(10)}`);
		if (head === null || head.values === null || (head.tail !== "0x" && !allowsTail)) continue;
		const { values, tail } = head;
		const read = found?.mean(values, site) ?? null;
		// A guess can't contain other calls, because each would need its own assessment.
		if (read === null || read.kind === "calls" || meaning.kind !== "unknown") continue;
		const like = { app: family.app, meaning: named(read, family.app) };
		return { meaning: { ...meaning, like }, call, ...(tail === "0x" ? {} : { tail }) };
	}
	return reading;
}

class CallReader {
	#left = MAX_CALLS;
	readonly #verify: Verify;
	readonly #contracts: Contracts;
	readonly #tagged: boolean;

	constructor(verify: Verify, contracts: Contracts, tagged: boolean) {
		this.#verify = verify;
		this.#contracts = contracts;
		this.#tagged = tagged;
	}

	read(call: Pick<InnerCallSite, "to" | "value" | "sent" | "data">, self: Hex, depth: number): Decoded {
		return { target: call.to, value: call.value, ...this.#reading(call, self, depth) };
	}

	#reading(
		call: Pick<InnerCallSite, "to" | "value" | "sent" | "data">,
		self: Hex,
		depth: number,
	): PartialReading {
		const { to, value, data, sent = value } = call;
		if (data === "0x") return { meaning: { kind: "native" }, call: null };
		if (data.length < 10) return unknown(data, "short");
		const selector = data.slice(0, 10);
		const contract = this.#contracts.at(to);
		const own = contract === null ? undefined : BY_FAMILY.get(contract.family)?.().get(selector);
		const found = own ?? KNOWN().get(selector);
		const site = this.#callSite({ target: to, value, sent, self }, depth);
		// Bytes after an inner call's arguments can name its caller (ERC-2771), so only the outermost call
		// may have trailing bytes.
		const allowsTail = this.#tagged && depth === 0;
		if (found === undefined) return likeOf(data, unknown(data, "selector"), site, allowsTail);
		const head = readHead(found.item.inputs, `0x${data.slice(10)}`);
		if (head.values === null) return unknown(data, head.fault);
		const { values, tail } = head;
		if (tail !== "0x" && !allowsTail) return unknown(data, "extra");
		const read = found.mean(values, site);
		if (read === null) return unknown(data, own === undefined ? "loose" : "selector");
		const meaning = named(read, contract?.app ?? "");
		const types = found.item.inputs.map(typeOf).join(",");
		const isOwnCalls = contract?.family.multicall === true;
		return {
			meaning:
				meaning.kind === "calls" && !meaning.verified
					? {
							...meaning,
							verified: (meaning.way === "multicall" && isOwnCalls) || this.#verify(to, meaning.way),
						}
					: meaning,
			call: {
				signature: `${found.item.name}(${types})`,
				selector,
				args: shownArgs(found.item.inputs, values),
			},
			...(tail === "0x" ? {} : { tail }),
		};
	}

	#callSite(where: Pick<CallSite, "target" | "value" | "sent" | "self">, depth: number): CallSite {
		const { target } = where;
		return {
			...where,
			coins: this.#contracts.at(target)?.coins ?? [],
			router: this.#contracts.router(target),
			listed: (address, chainRef) => this.#contracts.listed(address, chainRef),
			isWrapped: (address) => this.#contracts.isWrapped(address.toLowerCase()),
			nest: (calls) => {
				if (depth >= MAX_DEPTH) return { calls: [], left: calls.length };
				const taken = this.#reserveCalls(calls.length);
				const inner = calls.slice(0, taken).map((call) => this.#inner(call, depth + 1));
				return { calls: inner, left: calls.length - taken };
			},
			steps: (count, read) => {
				if (depth >= MAX_DEPTH) return { calls: [], left: count };
				const taken = this.#reserveCalls(count);
				const inside = this.#callSite({ ...where, value: 0n, sent: 0n }, depth + 1);
				const calls = Array.from({ length: taken }, (_, at): Inner => {
					return { ...read(at, inside), how: "call", by: "caller", data: null };
				});
				return { calls, left: count - taken };
			},
		};
	}

	#reserveCalls(wanted: number): number {
		const taken = Math.min(wanted, this.#left);
		this.#left -= taken;
		return taken;
	}

	#inner({ to, value, sent, data, how, by, optional = false }: InnerCallSite, depth: number): Inner {
		const self = how === "delegatecall" && by !== "caller" ? by : to;
		// A delegatecall's code can do anything. MultiSend is the only target whose code is known.
		const blind = how === "delegatecall" && !isMultiSend(to);
		const decoded = blind
			? { target: to, value, ...unknown(data, "delegate") }
			: this.read({ to, value, data, ...(sent === undefined ? {} : { sent }) }, self, depth);
		return { decoded, how, by, optional, data };
	}
}

function typeOf(parameter: KnownFunction["item"]["inputs"][number]): string {
	if (!("components" in parameter) || !parameter.type.startsWith("tuple")) return parameter.type;
	return `(${parameter.components.map(typeOf).join(",")})${parameter.type.slice("tuple".length)}`;
}

/**
 * Decodes a call and its inner calls. A known function's arguments must encode back to exactly the same
 * bytes. Expects input in lower case.
 * @param verify by default, only known routers are trusted to make the calls in their data
 * @param contracts by default, only standard functions are decoded
 * @param self account in whose context the code runs
 */
export function decodeEvm(
	call: { readonly to: Hex; readonly value: bigint; readonly data: Hex },
	verify: Verify = UNVERIFIED,
	contracts: Contracts = NO_CONTRACTS,
	self: Hex = call.to,
): Decoded {
	return new CallReader(verify, contracts, false).read(call, self, 0);
}

/**
 * Decodes a transaction's outermost call. Bytes after its arguments become `tail`. The function ignores them,
 * and a finding reports them.
 */
export function decodeTransaction(
	call: { readonly to: Hex; readonly value: bigint; readonly data: Hex },
	verify: Verify = UNVERIFIED,
	contracts: Contracts = NO_CONTRACTS,
): Decoded {
	return new CallReader(verify, contracts, true).read(call, call.to, 0);
}

const MARKER = "8021".repeat(8);
const BYTE = 2;

export function readableText(bytes: Hex): string | null {
	const text = textOf(hexToBytes(bytes.slice(2)));
	return text === null || text.trim() === "" || hidesSomething(text) ? null : text;
}

/**
 * Returns the codes from an ERC-8021 suffix, in which a length, schema 0, and the marker follow the codes.
 * Returns `null` for other schemas.
 */
export function builderCodes(tail: Hex): string | null {
	const digits = tail.slice(2);
	if (!digits.endsWith(`00${MARKER}`)) return null;
	const lengthAt = digits.length - MARKER.length - 2 * BYTE;
	const length = Number.parseInt(digits.slice(lengthAt, lengthAt + BYTE), 16) * BYTE;
	if (length === 0 || length !== lengthAt) return null;
	const codes = readableText(`0x${digits.slice(0, length)}`);
	return codes !== null && /^[\x21-\x7e]+$/.test(codes) ? codes : null;
}
