import { Tooltip } from "radix-ui";
import type { ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import type { TopUpView } from "../../../../src/ipc/billing.ts";
import { WhatIsLost } from "../../../../src/renderer/trusted/account/remove-app-screen.tsx";
import { HowItStands } from "../../../../src/renderer/trusted/account/top-up-screen.tsx";
import {
	creditsText,
	parseUsd,
	topUpOffers,
	typedName,
	usdText,
} from "../../../../src/renderer/trusted/account/usd.ts";
import { t } from "../../../../src/text/index.ts";
import { app, topUp, unclear } from "../../../preview/samples/service-account.ts";

const rendered = (element: ReactElement) =>
	renderToStaticMarkup(<Tooltip.Provider>{element}</Tooltip.Provider>);
const micro = (text: string) => {
	const parsed = parseUsd(text);
	return parsed.ok ? parsed.micro : null;
};
const fault = (text: string) => {
	const parsed = parseUsd(text);
	return parsed.ok ? "" : parsed.text;
};

describe("an amount of USD", () => {
	it("becomes micro-USD exactly, even if a float would not", () => {
		expect(micro("0.07")).toBe(70_000n);
		expect(micro("1.005")).toBe(1_005_000n);
		expect(micro("8.2")).toBe(8_200_000n);
		expect(micro("999.999999")).toBe(999_999_999n);
	});
	it("is every number of cents, in both directions", () => {
		for (let cents = 1; cents <= 100_000; cents += 37) {
			const text = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, "0")}`;
			expect(micro(text)).toBe(BigInt(cents) * 10_000n);
			expect(micro(usdText(BigInt(cents) * 10_000n).replace(/ USD|,/g, ""))).toBe(BigInt(cents) * 10_000n);
		}
	});
	it("may be typed without cents, with a bare point or with surrounding spaces", () => {
		expect(["20", "20.", " 20.00 ", "020", ".5"].map(micro)).toEqual([
			20_000_000n,
			20_000_000n,
			20_000_000n,
			20_000_000n,
			500_000n,
		]);
	});
	it("is from 0.01 to 1,000 USD, the limits included", () => {
		expect([micro("0.01"), micro("1000")]).toEqual([10_000n, 1_000_000_000n]);
		expect([micro("0.009999"), micro("1000.000001"), micro("0")]).toEqual([null, null, null]);
		expect([fault("0"), fault("1000.01")]).toEqual([
			t("trusted.account.at-least", { usd: "0.01 USD" }),
			t("trusted.account.most-once", { usd: "1,000.00 USD" }),
		]);
	});
	it("is nothing else: no comma, sign, exponent, other digits or too many of them", () => {
		for (const text of [
			"1,50",
			"1,000",
			"-5",
			"+5",
			"1e2",
			"0x10",
			"$5",
			"5 USD",
			"1.2.3",
			".",
			"٥",
			"5 5",
		]) {
			expect(micro(text), text).toBeNull();
			expect(fault(text), text).not.toBe("");
		}
		expect(fault("1,50")).toBe(t("trusted.account.fault.commas"));
		expect(fault("0.0100001")).toBe(t("trusted.account.fault.decimals"));
		expect(micro("9".repeat(400))).toBeNull();
	});
	it("is not marked invalid before anything is typed", () => {
		expect(fault("")).toBeNull();
		expect(fault("  ")).toBeNull();
	});
});

describe("a displayed amount", () => {
	it("has two decimals in USD, and more only if they are significant", () => {
		expect([0n, 12_500_000n, 5_300n, 1n, 1_234_000_000n].map(usdText)).toEqual([
			"0.00 USD",
			"12.50 USD",
			"0.0053 USD",
			"0.000001 USD",
			"1,234.00 USD",
		]);
	});
	it("is one credit for 10,000 micro-USD", () => {
		expect([10_000n, 12_500_000n, 5_000n, 5_300n, 0n].map(creditsText)).toEqual([
			"1 credit",
			"1,250 credits",
			"0.5 credits",
			"0.53 credits",
			"0 credits",
		]);
	});
});

describe("a top-up", () => {
	const offers = (state: TopUpView["state"] | null) => topUpOffers(state === null ? null : { state });
	it("can be started if none is pending or unclear", () => {
		for (const state of [null, "done", "refused"] as const)
			expect(offers(state), String(state)).toEqual({ form: "open", retry: false });
		expect(offers("sending")).toEqual({ form: "none", retry: false });
	});
	it("that may have been accepted is retried with its own key before another one", () => {
		expect(offers("unclear")).toEqual({ form: "folded", retry: true });
		expect(offers("payment_needed")).toEqual({ form: "open", retry: true });
	});
	it("names its amount, its state and why a retry does not pay twice", () => {
		const html = rendered(<HowItStands topUp={unclear} retry busy={false} fault={null} onRetry={() => {}} />);
		expect(html).toContain("20.00 USD");
		expect(html).toContain(">Try again<");
		expect(html).toContain(t("trusted.account.top-up.repeat"));
	});
	it("offers no retry if it is over", () => {
		for (const state of ["done", "refused", "sending"] as const) {
			const html = rendered(
				<HowItStands
					topUp={topUp(state, "Words.")}
					retry={offers(state).retry}
					busy={false}
					fault={null}
					onRetry={() => {}}
				/>,
			);
			expect(html, state).not.toContain("Try again");
		}
	});
});

describe("removing an app", () => {
	it("requires its exact name; spaces around the input are ignored", () => {
		expect(typedName("payroll", "payroll")).toBe("payroll");
		expect(typedName(" payroll ", "payroll")).toBe("payroll");
		expect(typedName(" x ", " x ")).toBe(" x ");
		for (const typed of ["", " ", "Payroll", "payrol", "payroll2", "p\u0430yroll"])
			expect(typedName(typed, "payroll"), typed).toBeNull();
		expect(typedName("", "")).toBeNull();
	});
	it("names what may be lost: the user's data, and nothing of the app's", () => {
		const html = rendered(<WhatIsLost app={app()} />);
		expect(html).toContain("UNISWAP_API_KEY");
		expect(html).not.toContain("QUOTE_TOKEN");
		expect(rendered(<WhatIsLost app={app({ secrets: null })} />)).toContain(
			t("trusted.account.app.credentials"),
		);
	});
});
