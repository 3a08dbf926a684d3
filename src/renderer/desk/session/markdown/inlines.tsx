import type { ReactNode } from "react";
import { Segments } from "../../../components/claim.tsx";
import type { Inline } from "./ast.ts";
import { ImageText, Link } from "./link.tsx";

const INLINE = {
	strong: (children: ReactNode) => <strong className="font-semibold">{children}</strong>,
	em: (children: ReactNode) => <em>{children}</em>,
	del: (children: ReactNode) => <del className="text-ink-3">{children}</del>,
} as const;

function One({ item }: { item: Inline }) {
	switch (item.kind) {
		case "text":
			return <Segments text={item.text} lines />;
		case "strong":
		case "em":
		case "del":
			return INLINE[item.kind](<Inlines items={item.children} />);
		case "code":
			return (
				<code className="num rounded-sm bg-sunken px-1 py-px wrap-anywhere">
					<Segments text={item.text} lines={false} />
				</code>
			);
		case "link":
			return (
				<Link href={item.href} label={item.label}>
					<Inlines items={item.children} />
				</Link>
			);
		case "image":
			return <ImageText alt={item.alt} href={item.href} />;
		case "break":
			return <br />;
	}
}

/** What stands on a line of somebody else’s text. */
export function Inlines({ items }: { items: readonly Inline[] }) {
	// The pieces of one text never move: the place is the identity.
	return items.map((item, index) => <One key={index} item={item} />);
}
