import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { Params } from "../../core/message.ts";
import { type Code, richText as partsOf } from "../../text/index.ts";

const whole = (parts: readonly ReactNode[]): ReactElement => createElement(Fragment, null, ...parts);

/** A text of the catalogue with tags in it, `<b>{name}</b>`: each tag's function draws what stands between them. */
export function rich(
	code: Code,
	params: Params,
	tags: Readonly<Record<string, (text: ReactNode) => ReactElement>>,
): ReactElement {
	const drawn = Object.entries(tags).map(
		([name, draw]) => [name, (parts: readonly ReactNode[]) => draw(whole(parts))] as const,
	);
	return whole(partsOf<ReactElement>(code, params, Object.fromEntries(drawn)));
}
