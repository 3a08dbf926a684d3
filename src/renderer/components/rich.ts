import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { TextParams } from "../../core/localized-text.ts";
import type { Catalogue, TaggedCode, TagsIn } from "../../core/text-codes.ts";
import { richText as partsOf } from "../../text/index.ts";

const whole = (parts: readonly ReactNode[]): ReactElement => createElement(Fragment, null, ...parts);

export function rich<Code extends TaggedCode>(
	code: Code,
	params: TextParams<Code>,
	tags: Readonly<Record<TagsIn<Catalogue[Code]>, (text: ReactNode) => ReactElement>>,
): ReactElement {
	const drawn = Object.entries<(text: ReactNode) => ReactElement>(tags).map(
		([name, draw]) => [name, (parts: readonly ReactNode[]) => draw(whole(parts))] as const,
	);
	return whole(partsOf<ReactElement>(code, params, Object.fromEntries(drawn)));
}
