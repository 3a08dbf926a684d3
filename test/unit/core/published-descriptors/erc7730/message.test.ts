import { describe, expect, it } from "vitest";
import { typedDataHashes } from "../../../../../src/core/match/typed-data/reading.ts";
import type { StoredDescriptor } from "../../../../../src/core/published-descriptors/erc7730/data-types.ts";
import {
	describeMessage,
	indexDescriptors,
} from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import { dataWith, OTHER, TARGET, USER } from "./scene.ts";

const KEY = "Order(address maker,Item[] items)Item(address token,uint256 amount)";
const FIELDS = [
	{
		path: "items.[].amount",
		label: "Amount",
		format: "tokenAmount",
		params: { tokenPath: "items.[].token" },
	},
];
const TYPES = {
	Order: [
		{ name: "maker", type: "address" },
		{ name: "items", type: "Item[]" },
	],
	Item: [
		{ name: "token", type: "address" },
		{ name: "amount", type: "uint256" },
	],
};
const DOMAIN = { name: "Shop", version: "1", chainId: 1, verifyingContract: TARGET };
const MESSAGE = { maker: USER, items: [{ token: OTHER, amount: "7" }] };

/** Describes an order with a test's changes. */
function said(change: { domain?: object; types?: object; message?: object } = {}) {
	const bound: Partial<StoredDescriptor> = { kind: "message", domain: { name: "Shop", version: "1" } };
	const data = dataWith("order()", FIELDS, bound);
	const formats = data.formats.map(({ intent, fields }) => ({ key: KEY, intent, fields }));
	const typed = typedDataHashes({
		domain: { ...DOMAIN, ...change.domain },
		types: { ...TYPES, ...change.types },
		primaryType: "Order",
		message: { ...MESSAGE, ...change.message },
	});
	if (!typed.ok) throw new Error(typed.text.code);
	return describeMessage(indexDescriptors({ ...data, formats }), typed, USER);
}

describe("typed data", () => {
	it("is described through its contract, domain and whole type", () => {
		expect(said()).toMatchObject({
			ok: true,
			boundTo: TARGET,
			fields: [{ path: "items.[0].amount", value: { kind: "tokenAmount", token: OTHER, raw: 7n } }],
			uncovered: [{ path: "maker", value: USER, why: "absent", open: true }],
		});
	});

	it.each([
		["another chain", { domain: { chainId: 10 } }, "no_descriptor"],
		["another contract", { domain: { verifyingContract: OTHER } }, "no_descriptor"],
		["another name", { domain: { name: "Shap" } }, "not_described"],
		["another version", { domain: { version: "2" } }, "not_described"],
		[
			"another type of the same name",
			{ types: { Item: [...TYPES.Item, { name: "to", type: "address" }] } },
			"not_described",
		],
	])("is not described for %s", (_, change, code) => {
		const items = [{ ...MESSAGE.items[0], ...("types" in change ? { to: OTHER } : {}) }];
		expect(said({ ...change, message: { items } })).toMatchObject({ ok: false, code });
	});

	it("is not described if its domain names no contract", () => {
		const typed = typedDataHashes({
			domain: { name: "Shop", version: "1" },
			types: TYPES,
			primaryType: "Order",
			message: MESSAGE,
		});
		const index = indexDescriptors(dataWith("order()", FIELDS, { kind: "message" }));
		expect(typed.ok ? describeMessage(index, typed, USER) : null).toMatchObject({ code: "no_descriptor" });
	});
});
