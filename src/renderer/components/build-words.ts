import type { BuildView } from "../../bridge/catalog-views.ts";

/** What a Build is called, in a person's words; the app's name is the service's. */
export function buildTitle(build: Pick<BuildView, "app">): string {
	return build.app === null ? "Build of an app that it does not name" : `Build of ${build.app}`;
}

const FAMILIES = { evm: "EVM", svm: "Solana", unknown: "chain family not known" } as const;

export const familyWords = ({ family, version }: Pick<BuildView, "family" | "version">) =>
	`${FAMILIES[family]} · version ${version}`;

export const STATUS_WORDS = {
	staged: { words: "not simulated yet", tone: "quiet" },
	simulated: { words: "simulated", tone: "accent" },
	committed: { words: "committed", tone: "in" },
} as const;

/** "sha256:ab12…" in two parts; the whole text as digits where it has another form. */
export function digestParts(digest: string): { readonly kind: string | null; readonly hex: string } {
	const found = /^(sha256):([0-9a-f]{64})$/.exec(digest);
	return found?.[1] === undefined || found[2] === undefined
		? { kind: null, hex: digest }
		: { kind: found[1], hex: found[2] };
}
