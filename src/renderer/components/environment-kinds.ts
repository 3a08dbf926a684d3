import { Building2, FlaskConical, Laptop, type LucideIcon, Wrench } from "lucide-react";
import { type Message, message } from "../../core/localized-text.ts";
import type { EnvironmentKind, Resource } from "../../ipc/sign-in.ts";
import { t } from "../../text/index.ts";
import type { Tone } from "./pill.tsx";

export const ENVIRONMENT_KINDS: Readonly<
	Record<EnvironmentKind, { readonly icon: LucideIcon; readonly tone: Tone }>
> = {
	production: { icon: Building2, tone: "quiet" },
	staging: { icon: FlaskConical, tone: "caution" },
	local: { icon: Laptop, tone: "accent" },
	custom: { icon: Wrench, tone: "accent" },
};

export function kindUnlessNamed({
	kind,
	name,
}: {
	readonly kind: EnvironmentKind;
	readonly name: string;
}): string | null {
	const word = t(`components.kinds.${kind}`);
	return word === name.trim().toLowerCase() ? null : word;
}

export const RESOURCE_NAMES: Readonly<Record<Resource, Message>> = {
	agent: message("ui.agent-name"),
	pipeline: message("ui.pipeline-name"),
	account: message("ui.account"),
};
