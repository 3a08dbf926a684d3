import type { Message } from "../../../core/localized-text.ts";
import { textOrNull } from "../../../text/index.ts";

export function Missing({ id, text }: { id: string; text: Message | null }) {
	if (text === null) return null;
	return (
		<p id={id} className="basis-full text-f2 text-ink-2">
			{textOrNull(text)}
		</p>
	);
}
