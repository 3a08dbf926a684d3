import {
	type Descriptor,
	type DisplayField,
	type DisplayFieldGroup,
	format as formatCall,
} from "@ethereum-sourcify/clear-signing";
import { type AbiFunction, encodeFunctionData, parseAbiItem } from "viem";
import { expect, it } from "vitest";
import type { Hex } from "../../../../../src/core/format/numeral.ts";
import type {
	DescriptorFormat,
	StoredDescriptor,
} from "../../../../../src/core/published-descriptors/erc7730/data-types.ts";
import {
	describeCall,
	indexDescriptors,
} from "../../../../../src/core/published-descriptors/erc7730/describe.ts";
import { loadDescriptors } from "../../../../../src/core/published-descriptors/erc7730/load.ts";
import type { DataProvider } from "../../../../descriptors/registry.ts";
import { render } from "../../../../descriptors/render.ts";
import { randomOf, valueOfType } from "./random.ts";
import { callOf, TARGET, USER } from "./scene.ts";

/**
 * Reads every described function, with seeded random arguments, with our reader and with the registry's reference
 * reader. Both must show the same fields and text, unless ours refuses; the reference reader shows whatever it can.
 */

const TOKEN = { name: "Token", symbol: "TKN", decimals: 6 };
/** Data in which every address is a token with six decimals, and no address has a name. */
const PROVIDER: DataProvider = {
	tokens: new Proxy({}, { get: () => TOKEN }),
	addressNames: {},
	ensNames: {},
	nftCollectionNames: {},
	blockTimestamps: {},
};

interface Subject {
	readonly descriptor: StoredDescriptor;
	readonly format: DescriptorFormat;
}

/** Returns a descriptor of one function in the registry's format. */
function written({ descriptor, format: { key, intent, fields } }: Subject): Descriptor {
	const { owner, constants, enums } = descriptor;
	const descriptorText = JSON.stringify({
		context: { contract: { deployments: [{ chainId: 1, address: TARGET }] } },
		metadata: { owner: owner ?? "", constants, enums },
		display: {
			formats: {
				[key]: {
					intent: intent ?? "",
					fields: fields.map(({ group, ...field }) => ({ format: "raw", ...field })),
				},
			},
		},
	});
	return JSON.parse(descriptorText);
}

const flat = (fields: readonly (DisplayField | DisplayFieldGroup)[]): DisplayField[] =>
	fields.flatMap((field) => ("fields" in field ? flat(field.fields) : [field]));

async function theirs(subject: Subject, data: Hex) {
	const model = await formatCall(
		{ chainId: 1, from: USER, to: TARGET, value: 7n, data },
		{
			descriptorResolverOptions: {
				type: "custom",
				resolver: {
					index: { calldataIndex: { [`eip155:1:${TARGET}`]: "one.json" }, typedDataIndex: {} },
					fetchDescriptor: () => Promise.resolve(written(subject)),
				},
			},
			externalDataProvider: {
				resolveToken: () => Promise.resolve(TOKEN),
				resolveChainInfo: () =>
					Promise.resolve({
						name: "Ethereum",
						nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
					}),
			},
		},
	);
	return flat(model.fields ?? []).map(({ label, value }) => `${label}: ${value.trimEnd()}`);
}

function ours({ descriptor, format }: Subject, data: Hex) {
	const bound = { ...descriptor, deployments: { "1": [TARGET] }, formats: [0] };
	const head = { repository: "", commit: "", date: "", sha256: "", leftOut: [] };
	const counts = { descriptors: 1, formats: 1, contracts: 1, attested: 0, attestedInPart: 0, leftOut: 0 };
	const index = indexDescriptors({
		head: { ...head, counts },
		auditors: {},
		descriptors: [bound],
		formats: [format],
	});
	const described = describeCall(index, callOf(data, { value: 7n }));
	if (!described.ok) return described.code;
	const { fields } = render(described, { provider: PROVIDER, chainId: "1", nested: () => null });
	return fields.map(({ label, value }) => `${label}: ${typeof value === "string" ? value.trimEnd() : ""}`);
}

it("our descriptor reader matches the reference reader, or refuses", async () => {
	const { data } = await loadDescriptors();
	const random = randomOf(7730);
	const refused: string[] = [];
	const differ: unknown[] = [];
	let same = 0;
	for (const [at, format] of data.formats.entries()) {
		const descriptor = data.descriptors.find(({ formats }) => formats.includes(at));
		if (descriptor?.kind !== "call") continue;
		const item = parseAbiItem(`function ${format.key}` as string) as AbiFunction;
		const args = item.inputs.map((input) => valueOfType(input, random));
		const bytes = encodeFunctionData<readonly AbiFunction[], string>({
			abi: [item],
			functionName: item.name,
			args,
		});
		const own = ours({ descriptor, format }, bytes);
		if (typeof own === "string") {
			refused.push(`${own} ${format.key}`);
			continue;
		}
		const reference = await theirs({ descriptor, format }, bytes);
		// Our data stores grouped fields flat, so the reference reader shows them in another order.
		const grouped = format.fields.some(({ group }) => group !== undefined);
		const [left, right] = grouped ? [own.toSorted(), reference.toSorted()] : [own, reference];
		if (JSON.stringify(left) !== JSON.stringify(right)) differ.push({ key: format.key, left, right });
		same += 1;
	}
	expect(differ).toEqual([]);
	// Random arguments are sometimes invalid for the contract, for example a word that must be an address.
	expect(refused.length, refused.join("; ")).toBeLessThan(same / 50);
});
