import { ZERO_ADDRESS } from "../../chain/well-known.ts";
import type { Hex } from "../../format/numeral.ts";
import { layout, lower, shownArgs } from "./abi.ts";
import {
	type CallSite,
	functionsOf,
	type KnownFunction,
	knownFunction,
	payment,
	permits,
	UNVERIFIED_CALLS,
	wrap,
} from "./function.ts";
import type { Meaning } from "./meaning.ts";
import { movedOf, permittedOf } from "./permit2.ts";
import {
	amountOf,
	assetOf,
	bytesOf,
	partyOf,
	type RouterStep,
	stepDecoded,
	tradeV2,
	tradeV3,
} from "./router-parts.ts";
import { readV4Action } from "./router-v4.ts";

/**
 * Decodes commands for Uniswap's Universal Router. They only have this meaning at the addresses in
 * `routers.ts`. Sources: Uniswap/universal-router, libraries/Commands.sol, base/Dispatcher.sol and
 * modules/Payments.sol.
 */

type ReadCommand = (input: Hex, site: CallSite) => RouterStep | null;

type RouterCommand = readonly [name: string, read: ReadCommand];

function command<const Written extends string>(
	written: Written,
	mean: Parameters<typeof knownFunction<`function ${Written}`>>[1],
): RouterCommand {
	const signature = `function ${written}` as const;
	const { item, mean: meaningOf } = knownFunction(signature, mean);
	const read = layout(signature);
	const readStep: ReadCommand = (input, site) => {
		const values: readonly unknown[] | null = read(input);
		const meaning = values === null ? null : meaningOf(values, site);
		return values === null || meaning === null ? null : { meaning, args: shownArgs(item.inputs, values) };
	};
	return [written.slice(0, written.indexOf("(")), readStep];
}

const v4Swap: ReadCommand = (input, site) => {
	const [actions, parameters] = readActions(input) ?? [];
	if (actions === undefined || parameters === undefined || site.router === "first") return null;
	const codes = bytesOf(actions);
	if (codes.length !== parameters.length) return null;
	const nested = site.steps(codes.length, (at) => {
		const [name, step] = readV4Action(codes[at] ?? 0, parameters[at] ?? "0x");
		return {
			decoded: stepDecoded(site, codes[at] ?? 0, name, step, parameters[at] ?? "0x"),
			optional: false,
		};
	});
	const verified = site.router === "second";
	return { meaning: { ...UNVERIFIED_CALLS, way: "router", ...nested, verified }, args: [] };
};
const readActions = layout("function run(bytes actions, bytes[] parameters)");

const subPlan: ReadCommand = (input, site) => {
	const [commands, inputs] = readPlan(input) ?? [];
	if (commands === undefined || inputs === undefined) return null;
	const meaning = plan(commands, inputs, site);
	return meaning === null ? null : { meaning, args: [] };
};
const readPlan = layout("function run(bytes commands, bytes[] inputs)");

const COMMANDS: Readonly<Record<number, RouterCommand>> = {
	0: command(
		"V3_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, bytes path, bool payerIsUser)",
		(args) => tradeV3("in", args),
	),
	1: command(
		"V3_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, bytes path, bool payerIsUser)",
		(args) => tradeV3("out", args),
	),
	2: command(
		"PERMIT2_TRANSFER_FROM(address token, address recipient, uint160 amount)",
		([token, to, amount]) => ({
			kind: "moves",
			rows: [{ token: lower(token), from: "caller", to: partyOf(to), amount }],
		}),
	),
	3: command(
		"PERMIT2_PERMIT_BATCH(((address token, uint160 amount, uint48 expiration, uint48 nonce)[] details, address spender, uint256 sigDeadline) permitBatch, bytes signature)",
		([{ details, spender }]) =>
			permits(
				null,
				"permit2",
				details.map((each) => permittedOf(each, spender)),
			),
	),
	4: command("SWEEP(address token, address recipient, uint256 amountMin)", ([token, to, amount]) =>
		payment(assetOf(token), "here", partyOf(to), amount, "least"),
	),
	5: command("TRANSFER(address token, address recipient, uint256 value)", ([token, to, amount]) =>
		payment(assetOf(token), "here", partyOf(to), token === ZERO_ADDRESS ? amount : amountOf(amount), "exact"),
	),
	6: command("PAY_PORTION(address token, address recipient, uint256 bips)", ([token, to, amount]) =>
		payment(assetOf(token), "here", partyOf(to), amount, "share"),
	),
	8: command(
		"V2_SWAP_EXACT_IN(address recipient, uint256 amountIn, uint256 amountOutMin, address[] path, bool payerIsUser)",
		(args) => tradeV2("in", args),
	),
	9: command(
		"V2_SWAP_EXACT_OUT(address recipient, uint256 amountOut, uint256 amountInMax, address[] path, bool payerIsUser)",
		(args) => tradeV2("out", args),
	),
	10: command(
		"PERMIT2_PERMIT(((address token, uint160 amount, uint48 expiration, uint48 nonce) details, address spender, uint256 sigDeadline) permitSingle, bytes signature)",
		([{ details, spender }]) => permits(null, "permit2", [permittedOf(details, spender)]),
	),
	11: command("WRAP_ETH(address recipient, uint256 amount)", ([to, amount]) =>
		wrap(true, amountOf(amount), partyOf(to), false),
	),
	12: command("UNWRAP_WETH(address recipient, uint256 amountMin)", ([to, amount]) =>
		wrap(false, amount, partyOf(to), true),
	),
	13: command(
		"PERMIT2_TRANSFER_FROM_BATCH((address from, address to, uint160 amount, address token)[] batchDetails)",
		([rows]) => ({
			kind: "moves",
			// The router reverts if `from` isn't its caller.
			rows: rows.map(movedOf),
		}),
	),
	14: command(
		"BALANCE_CHECK_ERC20(address owner, address token, uint256 minBalance)",
		([owner, token, least]) => ({
			kind: "check",
			owner: lower(owner),
			token: lower(token),
			least,
		}),
	),
	16: ["V4_SWAP", v4Swap],
	33: ["EXECUTE_SUB_PLAN", subPlan],
};

const ALLOW_REVERT = 0x80;
/**
 * Older routers use 6 bits for the command and newer ones use 7, so a code above 0x3f is ambiguous and isn't
 * decoded.
 */
const TYPE = 0x7f;

function plan(commands: Hex, inputs: readonly Hex[], site: CallSite): Meaning | null {
	const codes = bytesOf(commands);
	if (codes.length !== inputs.length) return null;
	const nested = site.steps(codes.length, (at, inside) => {
		const code = codes[at] ?? 0;
		const input = inputs[at] ?? "0x";
		const type = code & TYPE;
		const found = COMMANDS[type];
		const step = found?.[1](input, inside) ?? null;
		return {
			decoded: stepDecoded(site, type, found?.[0] ?? null, step, input),
			optional: (code & ALLOW_REVERT) !== 0,
		};
	});
	const sure = site.router !== null;
	return { ...UNVERIFIED_CALLS, way: "router", ...nested, sure, verified: sure };
}

export const ROUTER: readonly KnownFunction[] = functionsOf({
	"execute(bytes commands, bytes[] inputs, uint256 deadline)": ([commands, inputs], site) =>
		plan(commands, inputs, site),
	"execute(bytes commands, bytes[] inputs)": ([commands, inputs], site) => plan(commands, inputs, site),
});
