import { Prices, rulePricesOf } from "../chains/prices.ts";
import type { Events } from "../events.ts";
import type { Networks } from "../networks/networks.ts";
import type { Clock, Ports } from "../ports.ts";
import type { Rules } from "../rules/rules.ts";

/** Prices for display and for dollar rules. */
export class Fiat {
	readonly #app;
	readonly prices: Prices;
	readonly secondPrices: Prices;
	readonly rulePrices: ReturnType<typeof rulePricesOf>;

	constructor(app: {
		readonly ports: Pick<Ports, "log" | "settings">;
		readonly clock: Clock;
		readonly events: Pick<Events, "emit">;
		readonly networks: Networks;
		/** Read lazily, because it is created after the prices. */
		readonly rules: Pick<Rules, "countsInFiat">;
	}) {
		this.#app = app;
		const { networks } = app;
		const shared = {
			clock: app.clock,
			wanted: () => this.showsFiat() || app.rules.countsInFiat(),
			onChange: () => app.events.emit("price-changed"),
			log: app.ports.log,
		};
		this.prices = new Prices(networks.chains, networks.svmChains, shared);
		this.secondPrices = new Prices(networks.secondChains, networks.secondSvmChains, shared);
		this.rulePrices = rulePricesOf(this.prices, this.secondPrices, (chainRef) =>
			networks.hasSecondRpc(chainRef),
		);
	}

	showsFiat(): boolean {
		return this.#app.ports.settings.get().showWorth;
	}
}
