import { describe, expect, it } from "vitest";
import { chainName, nativeOf } from "../../../../src/core/chain/names.ts";
import { isCoinInterface, matchSymbol, wellKnownAt } from "../../../../src/core/chain/tokens/known.ts";
import { listedUnit, nativeAmount } from "../../../../src/core/decoded-transaction/decoded-transaction.ts";
import { amountParam } from "../../../../src/core/localized-text.ts";
import { feeBound } from "../../../../src/core/risk/general/thresholds.ts";

/** Arc charges gas in USDC, a coin with 18 decimals whose ERC-20 interface has 6. */

const INTERFACE = "0x3600000000000000000000000000000000000000";
const OTHER = "0x1111111111111111111111111111111111111111";

describe.each(["5042", "5042002"])("USDC on chain %s", (chain) => {
	it("has 18 decimals as the network's coin and 6 as a token", () => {
		expect(nativeOf(chain)).toEqual({ symbol: "USDC", decimals: 18 });
		expect(amountParam(nativeAmount(chain, 1_500_000_000_000_000_000n))).toMatchObject({
			amount: { raw: "1500000000000000000", decimals: 18, symbol: "USDC", checked: true },
		});
		expect(listedUnit(chain, "native")).toMatchObject({ symbol: "USDC", decimals: 18 });
		expect(listedUnit(chain, INTERFACE)).toMatchObject({ symbol: "USDC", decimals: 6 });
	});

	it("has one balance in both forms, so the interface is never counted in addition to the coin", () => {
		expect(isCoinInterface(chain, INTERFACE)).toBe(true);
		expect(isCoinInterface(chain, OTHER)).toBe(false);
		expect(isCoinInterface("8453", INTERFACE)).toBe(false);
	});

	it("can't be imitated by another token of that name", () => {
		expect(wellKnownAt(chain, OTHER)).toBeNull();
		expect(matchSymbol(chain, "USDC")).toMatchObject({ kind: "same", token: { address: INTERFACE } });
		expect(matchSymbol(chain, "USDС").kind).toBe("alike");
	});

	it("bounds fees in dollars", () => {
		expect(feeBound(chain)).toBe(20n * 10n ** 18n);
	});
});

it.each([
	["143", "Monad", "MON"],
	["4326", "MegaETH", "ETH"],
	["4663", "Robinhood Chain", "ETH"],
	["5042", "Arc", "USDC"],
	["10143", "Monad Testnet", "MON"],
	["59141", "Linea Sepolia", "ETH"],
	["5042002", "Arc Testnet", "USDC"],
])("chain %s is %s, with the coin %s", (chain, name, symbol) => {
	expect([chainName(chain), nativeOf(chain).symbol]).toEqual([name, symbol]);
});
