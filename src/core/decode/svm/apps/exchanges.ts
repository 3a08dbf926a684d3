import type { IdlCall } from "../idl/read.ts";
import type { AppMeaning } from "../meaning.ts";
import { type AppSide, type AppTable, act, leastOf, mostOf, part, swap } from "./app.ts";

/**
 * Jupiter's minimum output is the quote minus slippage in basis points. Sources: the programs' published
 * interfaces and Jupiter's documentation.
 */

function jupiter(call: IdlCall, from: AppSide, to: AppSide, exactIn: boolean): AppMeaning {
	const slippage = call.uint("slippage_bps");
	const meaning = exactIn
		? swap(from, to, call.uint("in_amount"), leastOf(call.uint("quoted_out_amount"), slippage), true)
		: swap(from, to, call.uint("out_amount"), mostOf(call.uint("quoted_in_amount"), slippage), false);
	return { ...meaning, fee: call.uint("platform_fee_bps") };
}

function direct(exactIn: boolean, hasSource: boolean) {
	return (call: IdlCall): AppMeaning => {
		const between = call.account("user_destination_token_account");
		const from = {
			account: call.account("user_source_token_account"),
			mint: hasSource ? call.account("source_mint") : null,
		};
		const to = {
			account: call.maybe("destination_token_account") ?? between,
			mint: call.account("destination_mint"),
		};
		return { ...jupiter(call, from, to, exactIn), keeps: [between] };
	};
}

const shared = (exactIn: boolean) => (call: IdlCall) =>
	jupiter(
		call,
		{ account: call.account("source_token_account"), mint: call.account("source_mint") },
		{ account: call.account("destination_token_account"), mint: call.account("destination_mint") },
		exactIn,
	);

export const JUPITER: AppTable = {
	route: direct(true, false),
	exact_out_route: direct(false, true),
	route_v2: direct(true, true),
	exact_out_route_v2: direct(false, true),
	shared_accounts_route: shared(true),
	shared_accounts_exact_out_route: shared(false),
	shared_accounts_route_v2: shared(true),
	shared_accounts_exact_out_route_v2: shared(false),
};

const threshold = (call: IdlCall, from: AppSide, to: AppSide, isInput: string) =>
	swap(from, to, call.uint("amount"), call.uint("other_amount_threshold"), call.flag(isInput));

function sidesOf(call: IdlCall, mints: boolean): readonly [AppSide, AppSide] {
	const side = (name: "a" | "b"): AppSide => ({
		account: call.account(`token_owner_account_${name}`),
		mint: mints ? call.account(`token_mint_${name}`) : null,
	});
	return [side("a"), side("b")];
}

const whirlpool = (mints: boolean) => (call: IdlCall) => {
	const [a, b] = sidesOf(call, mints);
	const [from, to] = call.flag("a_to_b") ? [a, b] : [b, a];
	return threshold(call, from, to, "amount_specified_is_input");
};

const addTo = (mints: boolean) => (call: IdlCall) => {
	const [a, b] = sidesOf(call, mints);
	return act("deposit", {
		gives: [
			part(a.account, a.mint, call.uint("token_max_a"), "most"),
			part(b.account, b.mint, call.uint("token_max_b"), "most"),
		],
		position: call.account("position_token_account"),
	});
};

const withdrawal = (mints: boolean) => (call: IdlCall) => {
	const [a, b] = sidesOf(call, mints);
	return act("withdraw", {
		gets: [
			part(a.account, a.mint, call.uint("token_min_a"), "least"),
			part(b.account, b.mint, call.uint("token_min_b"), "least"),
		],
	});
};

const fees = (mints: boolean) => (call: IdlCall) =>
	act("collect", { gets: sidesOf(call, mints).map(({ account, mint }) => part(account, mint, null)) });

const reward = (mints: boolean) => (call: IdlCall) =>
	act("collect", {
		gets: [part(call.account("reward_owner_account"), mints ? call.account("reward_mint") : null, null)],
	});

const opened = (call: IdlCall) =>
	act("open", {
		gets: [part(call.account("position_token_account"), call.account("position_mint"), 1n)],
		keeps: [call.account("position_mint"), call.account("position")],
		rulers: [call.account("owner")],
	});

const closed = (call: IdlCall) =>
	act("close", {
		gives: [part(call.account("position_token_account"), call.account("position_mint"), 1n)],
		gets: [part(call.account("receiver"), "native", null)],
		keeps: [call.account("position_mint"), call.account("position")],
	});

export const ORCA: AppTable = {
	swap: whirlpool(false),
	swap_v2: whirlpool(true),
	two_hop_swap_v2: (call) =>
		threshold(
			call,
			{ account: call.account("token_owner_account_input"), mint: call.account("token_mint_input") },
			{ account: call.account("token_owner_account_output"), mint: call.account("token_mint_output") },
			"amount_specified_is_input",
		),
	increase_liquidity: addTo(false),
	increase_liquidity_v2: addTo(true),
	decrease_liquidity: withdrawal(false),
	decrease_liquidity_v2: withdrawal(true),
	collect_fees: fees(false),
	collect_fees_v2: fees(true),
	collect_reward: reward(false),
	collect_reward_v2: reward(true),
	update_fees_and_rewards: () => act("prepare"),
	open_position: opened,
	open_position_with_token_extensions: opened,
	close_position: closed,
	close_position_with_token_extensions: closed,
};

const clmmSwap = (mints: boolean) => (call: IdlCall) => {
	const mintOf = (name: string) => (mints ? call.account(name) : null);
	return threshold(
		call,
		{ account: call.account("input_token_account"), mint: mintOf("input_vault_mint") },
		{ account: call.account("output_token_account"), mint: mintOf("output_vault_mint") },
		"is_base_input",
	);
};

const clmmTokens = (call: IdlCall, whose: "" | "recipient_", bound: "most" | "least") =>
	["0", "1"].map((side) =>
		part(
			call.account(`${whose}token_account_${side}`),
			call.account(`vault_${side}_mint`),
			call.uint(`amount_${side}_${bound === "most" ? "max" : "min"}`),
			bound,
		),
	);

export const RAYDIUM_CLMM: AppTable = {
	swap: clmmSwap(false),
	swap_v2: clmmSwap(true),
	increase_liquidity_v2: (call) =>
		act("deposit", {
			gives: clmmTokens(call, "", "most"),
			position: call.account("nft_account"),
		}),
	decrease_liquidity_v2: (call) =>
		act("withdraw", {
			gets: clmmTokens(call, "recipient_", "least"),
		}),
	open_position_with_token22_nft: (call) =>
		act("deposit", {
			gives: clmmTokens(call, "", "most"),
			gets: [part(call.account("position_nft_account"), call.account("position_nft_mint"), 1n)],
			keeps: [call.account("position_nft_mint"), call.account("personal_position")],
			rulers: [call.account("position_nft_owner")],
		}),
	close_position: (call) =>
		act("close", {
			gives: [part(call.account("position_nft_account"), call.account("position_nft_mint"), 1n)],
			gets: [part(call.account("nft_owner"), "native", null)],
			keeps: [call.account("position_nft_mint"), call.account("personal_position")],
		}),
};

const cpmmSides = (call: IdlCall): readonly [AppSide, AppSide] => [
	{ account: call.account("input_token_account"), mint: call.account("input_token_mint") },
	{ account: call.account("output_token_account"), mint: call.account("output_token_mint") },
];

const cpmmTokens = (call: IdlCall, amounts: string, bound: "most" | "least") => [
	part(
		call.account("token_0_account"),
		call.account("vault_0_mint"),
		call.uint(`${amounts}_token_0_amount`),
		bound,
	),
	part(
		call.account("token_1_account"),
		call.account("vault_1_mint"),
		call.uint(`${amounts}_token_1_amount`),
		bound,
	),
];
const cpmmShare = (call: IdlCall) =>
	part(call.account("owner_lp_token"), call.account("lp_mint"), call.uint("lp_token_amount"));

export const RAYDIUM_CPMM: AppTable = {
	swap_base_input: (call) =>
		swap(...cpmmSides(call), call.uint("amount_in"), call.uint("minimum_amount_out"), true),
	swap_base_output: (call) =>
		swap(...cpmmSides(call), call.uint("amount_out"), call.uint("max_amount_in"), false),
	deposit: (call) => act("deposit", { gives: cpmmTokens(call, "maximum", "most"), gets: [cpmmShare(call)] }),
	withdraw: (call) =>
		act("withdraw", { gives: [cpmmShare(call)], gets: cpmmTokens(call, "minimum", "least") }),
};

const ammSides = (call: IdlCall): readonly [AppSide, AppSide] => [
	{ account: call.account("user_source"), mint: null },
	{ account: call.account("user_destination"), mint: null },
];

export const RAYDIUM_AMM: AppTable = {
	swap_base_in: (call) =>
		swap(...ammSides(call), call.uint("amount_in"), call.uint("minimum_amount_out"), true),
	swap_base_out: (call) =>
		swap(...ammSides(call), call.uint("amount_out"), call.uint("max_amount_in"), false),
};
