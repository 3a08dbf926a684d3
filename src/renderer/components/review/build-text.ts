import { message } from "../../../core/localized-text.ts";
import type { BuildView } from "../../../ipc/catalog.ts";
import { t } from "../../../text/index.ts";

export function buildTitle(build: Pick<BuildView, "app">): string {
	return build.app === null ? t("components.build.unnamed") : t("components.build-of", { app: build.app });
}

const FAMILIES = {
	evm: "EVM",
	svm: message("ui.solana"),
	unknown: message("components.families.unknown"),
} as const;

export const familyText = ({ family, version }: Pick<BuildView, "family" | "version">) =>
	t("components.version", { family: FAMILIES[family], version });

export const STATUS_WORDS = {
	staged: { text: message("components.status.staged"), tone: "quiet" },
	simulated: { text: message("components.status.simulated"), tone: "accent" },
	committed: { text: message("components.status.committed"), tone: "in" },
} as const;

/** Splits a digest into its kind and hex digits. A digest in an unknown format is returned unchanged. */
export function digestParts(digest: string): { readonly kind: string | null; readonly hex: string } {
	const found = /^(sha256):([0-9a-f]{64})$/.exec(digest);
	return found?.[1] === undefined || found[2] === undefined
		? { kind: null, hex: digest }
		: { kind: found[1], hex: found[2] };
}
