import { Building2, FlaskConical, Laptop, type LucideIcon, Wrench } from "lucide-react";
import { type Message, message } from "../../core/localized-text.ts";
import type { EnvironmentKind } from "../../ipc/sign-in.ts";
import { textOf } from "../../text/index.ts";
import type { Tone } from "./pill.tsx";

export const ENVIRONMENT_KINDS: Readonly<
	Record<EnvironmentKind, { readonly word: Message; readonly icon: LucideIcon; readonly tone: Tone }>
> = {
	production: { word: message("components.kinds.production"), icon: Building2, tone: "quiet" },
	staging: { word: message("components.kinds.staging"), icon: FlaskConical, tone: "caution" },
	local: { word: message("components.kinds.local"), icon: Laptop, tone: "accent" },
	custom: { word: message("components.kinds.custom"), icon: Wrench, tone: "accent" },
};

export function kindUnlessNamed({
	kind,
	name,
}: {
	readonly kind: EnvironmentKind;
	readonly name: string;
}): string | null {
	const word = textOf(ENVIRONMENT_KINDS[kind].word);
	return word === name.trim().toLowerCase() ? null : word;
}
