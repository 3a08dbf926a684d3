import type { ContractFamily } from "./act.ts";
import * as bridges from "./bridges.ts";
import * as ens from "./ens.ts";
import * as exchanges from "./exchanges.ts";
import * as governance from "./governance.ts";
import * as lending from "./lending.ts";
import * as multitoken from "./multitoken.ts";
import * as payouts from "./payouts.ts";
import * as requests from "./requests.ts";
import * as seaport from "./seaport.ts";
import * as staking from "./staking.ts";
import * as uniswap from "./uniswap.ts";

export const FAMILIES: readonly ContractFamily[] = [
	uniswap,
	exchanges,
	lending,
	staking,
	ens,
	seaport,
	bridges,
	governance,
	multitoken,
	payouts,
	requests,
].flatMap((all) => Object.values(all));
