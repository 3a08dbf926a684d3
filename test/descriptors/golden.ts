import type { DescriptorIndex } from "../../src/core/published-descriptors/erc7730/describe.ts";
import type {
	DescribedField,
	Description,
} from "../../src/core/published-descriptors/erc7730/description.ts";
import { describeCase, judge } from "./judge.ts";
import { caseOf, type DataProvider, type WrittenCase } from "./registry.ts";

/**
 * Chooses the few cases that the unit tests use: each form of a value, from as many contracts as possible.
 */

export const GOLDEN = new URL("./golden.json", import.meta.url);

/** Number of cases, unless covering every feature requires more. Other contracts fill the rest. */
const MAX = 40;

/** Lists the language features that a field uses; small cases alone can't cover all of them. */
function featuresOf({ value, path, optional }: DescribedField): string[] {
	const { kind } = value;
	const features = [
		kind,
		`optional ${optional}`,
		`item ${path.includes("[")}`,
		`container ${path[0] === "@"}`,
	];
	if (kind === "raw") features.push(`raw ${value.type}`);
	if (kind === "tokenAmount")
		features.push(
			`native ${value.native}`,
			`message ${value.message !== null}`,
			`token ${value.token !== null}`,
		);
	if (kind === "enum") features.push(`word ${value.label !== null}`);
	if (kind === "unit") features.push(`unit ${value.base} ${value.prefix}`);
	if (kind === "address") features.push(`sender ${value.sender}`, `sources ${value.sources.join()}`);
	if (kind === "call") features.push(`value ${value.value !== null}`, `from ${value.from !== null}`);
	return features;
}

function featuresOfAll(kind: string, said: Description, { test }: WrittenCase): string[] {
	return [
		...said.fields.flatMap(featuresOf),
		...said.fields.map(({ value }) => `${kind} ${value.kind}`),
		...test.expected.fields.map(({ value }) => `nested ${typeof value}`),
		...said.uncovered.map(({ why, open }) => `${why} ${open}`),
		`${kind} attested ${said.attestation !== null}`,
		`constants ${said.constants.length > 0}`,
		`tail ${said.tail !== null}`,
		`fields ${said.fields.length > 0}`,
	];
}

/** Returns the provider's facts that a case uses. */
function usedFacts(index: DescriptorIndex, each: Awaited<ReturnType<typeof caseOf>>): DataProvider {
	const used: Record<keyof DataProvider, Record<string, unknown>> = {
		tokens: {},
		addressNames: {},
		ensNames: {},
		nftCollectionNames: {},
		blockTimestamps: {},
	};
	const watch = <Facts extends Readonly<Record<string, unknown>>>(
		name: keyof DataProvider,
		facts: Facts,
	): Facts =>
		new Proxy(facts, {
			get: (of, key) => {
				if (typeof key !== "string" || !Object.hasOwn(of, key)) return undefined;
				used[name][key] = of[key];
				return of[key];
			},
		});
	const { provider } = each;
	judge(index, {
		...each,
		provider: {
			tokens: watch("tokens", provider.tokens),
			addressNames: watch("addressNames", provider.addressNames),
			ensNames: watch("ensNames", provider.ensNames),
			nftCollectionNames: watch("nftCollectionNames", provider.nftCollectionNames),
			blockTimestamps: watch("blockTimestamps", provider.blockTimestamps),
		},
	});
	return used as DataProvider;
}

/** Chooses short cases first: one for every feature, then contracts that are not covered yet. */
export async function chooseGolden(
	index: DescriptorIndex,
	cases: readonly WrittenCase[],
): Promise<readonly WrittenCase[]> {
	const seen = new Set<string>();
	const owners = new Set<string>();
	const chosen: WrittenCase[] = [];
	const short = cases.toSorted((a, b) => JSON.stringify(a.test).length - JSON.stringify(b.test).length);
	const candidates = await Promise.all(
		short.map(async (written) => {
			const each = await caseOf(written);
			const said = describeCase(index, each);
			if (!said?.ok || judge(index, each).verdict !== "exact") return [];
			const golden = { ...written, dataProvider: usedFacts(index, each) };
			return [{ golden, owner: said.owner ?? "", features: featuresOfAll(each.kind, said, written) }];
		}),
	);
	for (const byFeature of [true, false])
		for (const { golden, owner, features } of candidates.flat()) {
			const isNew = byFeature ? features.some((feature) => !seen.has(feature)) : !owners.has(owner);
			if (!isNew || (!byFeature && chosen.length >= MAX)) continue;
			for (const feature of features) seen.add(feature);
			owners.add(owner);
			chosen.push(golden);
		}
	return chosen.toSorted((a, b) => (a.name + a.test.description < b.name + b.test.description ? -1 : 1));
}
