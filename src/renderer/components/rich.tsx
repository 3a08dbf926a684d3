import { createElement, Fragment, type ReactElement, type ReactNode } from "react";
import type { TextArguments } from "../../core/localized-text.ts";
import type { Catalogue, TaggedCode, TagsIn } from "../../core/text-codes.ts";
import { richText as partsOf } from "../../text/index.ts";

type Draw = (text: ReactNode) => ReactElement;

/** Shows text only to screen readers. */
export const HIDDEN = { hidden: (text: ReactNode) => <span className="sr-only">{text}</span> } as const;

/** Shows text in the font for numbers. */
export const NUM = { b: (text: ReactNode) => <span className="num">{text}</span> } as const;

const whole = (parts: readonly ReactNode[]): ReactElement => createElement(Fragment, null, ...parts);

export function rich<Code extends TaggedCode>(
	code: Code,
	tags: Readonly<Record<TagsIn<Catalogue[Code]>, Draw>>,
	...[params]: TextArguments<Code>
): ReactElement {
	const rendered = Object.entries<Draw>(tags).map(
		([name, draw]) => [name, (parts: readonly ReactNode[]) => draw(whole(parts))] as const,
	);
	return whole(partsOf<ReactElement>(code, params ?? {}, Object.fromEntries(rendered)));
}
