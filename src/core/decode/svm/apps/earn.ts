import { message } from "../../../localized-text.ts";
import type { IdlCall } from "../idl/read.ts";
import { type AppTable, act, part } from "./app.ts";

const ALL = 2n ** 64n - 1n;
const orAll = (amount: bigint): bigint | null => (amount === ALL ? null : amount);

const prepare = () => act("prepare");

/** The market that Kamino itself operates. Anyone can create another market. Source: klend-sdk's README. */
const MAIN_MARKET = "7u3HeHxYDLhnCoErrtycNokbQYbWGzLs6JSDqGAv5PfF";
const isInMainMarket = (call: IdlCall): boolean => call.account("lending_market") === MAIN_MARKET;

const kaminoGiven = (call: IdlCall, bound?: "most") =>
	part(
		call.account("user_source_liquidity"),
		call.account("reserve_liquidity_mint"),
		orAll(call.uint("liquidity_amount")),
		bound,
	);

const kaminoDeposit = (call: IdlCall) =>
	act("deposit", {
		gives: [kaminoGiven(call)],
		keeps: [call.account("obligation")],
		booked: isInMainMarket(call),
	});

const kaminoWithdraw = (call: IdlCall) =>
	act("withdraw", {
		gets: [part(call.account("user_destination_liquidity"), call.account("reserve_liquidity_mint"), null)],
		keeps: [call.account("obligation")],
	});

const kaminoBorrow = (call: IdlCall) =>
	act("borrow", {
		gets: [
			part(
				call.account("user_destination_liquidity"),
				call.account("borrow_reserve_liquidity_mint"),
				orAll(call.uint("liquidity_amount")),
				"most",
			),
		],
		keeps: [call.account("obligation")],
	});

/** The program allows anyone to repay any debt. Source: klend's handler_repay_obligation_liquidity. */
const kaminoRepay = (call: IdlCall) =>
	act("repay", {
		gives: [kaminoGiven(call, "most")],
		keeps: [call.account("obligation")],
		open: message("svm.open.whose-debt", { account: call.account("obligation") }),
	});

export const KAMINO: AppTable = {
	refresh_reserve: prepare,
	refresh_obligation: prepare,
	refresh_obligation_farms_for_reserve: prepare,
	request_elevation_group: (call) => act("prepare", { keeps: [call.account("obligation")] }),
	init_user_metadata: (call) => act("open", { rulers: [call.account("owner")] }),
	init_obligation: (call) => act("open", { rulers: [call.account("obligation_owner")] }),
	init_obligation_farms_for_reserve: (call) => act("open", { rulers: [call.account("owner")] }),
	deposit_reserve_liquidity: (call) =>
		act("deposit", {
			gives: [kaminoGiven(call)],
			gets: [
				part(call.account("user_destination_collateral"), call.account("reserve_collateral_mint"), null),
			],
		}),
	redeem_reserve_collateral: (call) =>
		act("withdraw", {
			gives: [
				part(
					call.account("user_source_collateral"),
					call.account("reserve_collateral_mint"),
					orAll(call.uint("collateral_amount")),
				),
			],
			gets: [part(call.account("user_destination_liquidity"), call.account("reserve_liquidity_mint"), null)],
		}),
	deposit_reserve_liquidity_and_obligation_collateral: kaminoDeposit,
	deposit_reserve_liquidity_and_obligation_collateral_v2: kaminoDeposit,
	withdraw_obligation_collateral_and_redeem_reserve_collateral: kaminoWithdraw,
	withdraw_obligation_collateral_and_redeem_reserve_collateral_v2: kaminoWithdraw,
	borrow_obligation_liquidity: kaminoBorrow,
	borrow_obligation_liquidity_v2: kaminoBorrow,
	repay_obligation_liquidity: kaminoRepay,
	repay_obligation_liquidity_v2: kaminoRepay,
	initiate_obligation_ownership_transfer: (call) =>
		act("control", { keeps: [call.account("obligation")], rulers: [call.key("new_owner")] }),
};

export const MARINADE: AppTable = {
	deposit: (call) =>
		act("stake", {
			gives: [part(call.account("transfer_from"), "native", call.uint("lamports"))],
			gets: [part(call.account("mint_to"), call.account("msol_mint"), null)],
		}),
	liquid_unstake: (call) =>
		act("unstake", {
			gives: [part(call.account("get_msol_from"), call.account("msol_mint"), call.uint("msol_amount"))],
			gets: [part(call.account("transfer_sol_to"), "native", null)],
		}),
	order_unstake: (call) =>
		act("order", {
			gives: [part(call.account("burn_msol_from"), call.account("msol_mint"), call.uint("msol_amount"))],
			keeps: [call.account("new_ticket_account")],
		}),
	claim: (call) =>
		act("collect", {
			gets: [part(call.account("transfer_sol_to"), "native", null)],
			keeps: [call.account("ticket_account")],
		}),
};

/** Jito's own stake pool. Anyone can create another pool. Source: Jito's documentation. */
const JITO = "Jito4APyf642JPZPx3hGc6WWJ8zPKtRbRs4P815Awbb";
const isJito = (call: IdlCall): boolean => call.account("stake_pool") === JITO;
const appOf = (call: IdlCall) => (isJito(call) ? { app: "Jito", booked: true } : {});

const poolIn = (least: boolean) => (call: IdlCall) =>
	act("stake", {
		...appOf(call),
		gives: [part(call.account("funding_account"), "native", call.uint("lamports_in"))],
		gets: [
			part(
				call.account("destination"),
				call.account("pool_mint"),
				least ? call.uint("minimum_pool_tokens_out") : null,
				"least",
			),
		],
	});

const poolOut = (least: boolean) => (call: IdlCall) =>
	act("unstake", {
		...appOf(call),
		gives: [part(call.account("source"), call.account("pool_mint"), call.uint("pool_tokens_in"))],
		gets: [
			part(call.account("destination"), "native", least ? call.uint("minimum_lamports_out") : null, "least"),
		],
	});

const poolStake = (call: IdlCall) =>
	act("order", {
		...appOf(call),
		gives: [part(call.account("source"), call.account("pool_mint"), call.uint("pool_tokens_in"))],
		keeps: [call.account("stake_to_receive")],
		rulers: [call.account("user_stake_authority")],
	});

export const STAKE_POOL: AppTable = {
	deposit_sol: poolIn(false),
	deposit_sol_with_slippage: poolIn(true),
	withdraw_sol: poolOut(false),
	withdraw_sol_with_slippage: poolOut(true),
	withdraw_stake: poolStake,
	withdraw_stake_with_slippage: poolStake,
};
