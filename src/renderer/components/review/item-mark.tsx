import { Image } from "lucide-react";

export function ItemMark() {
	return (
		<span
			aria-hidden
			className="grid size-8 shrink-0 max-[24rem]:hidden place-items-center rounded-sm border border-line bg-sunken text-ink-2"
		>
			<Image size={16} />
		</span>
	);
}
