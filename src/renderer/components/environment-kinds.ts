import { Building2, FlaskConical, Laptop, type LucideIcon, Wrench } from "lucide-react";
import type { EnvironmentKind } from "../../bridge/identity-views.ts";
import type { Tone } from "./pill.tsx";

/** What tells the kinds of environment apart: a word, an icon and a tone. Production alone is quiet. */
export const KINDS: Readonly<
	Record<EnvironmentKind, { readonly word: string; readonly icon: LucideIcon; readonly tone: Tone }>
> = {
	production: { word: "production", icon: Building2, tone: "quiet" },
	staging: { word: "staging", icon: FlaskConical, tone: "caution" },
	local: { word: "this computer", icon: Laptop, tone: "accent" },
	custom: { word: "custom", icon: Wrench, tone: "accent" },
};

/** The kind in a word, where the environment's own name does not say it already. */
export function kindBeside({
	kind,
	name,
}: {
	readonly kind: EnvironmentKind;
	readonly name: string;
}): string | null {
	const { word } = KINDS[kind];
	return word === name.trim().toLowerCase() ? null : word;
}
