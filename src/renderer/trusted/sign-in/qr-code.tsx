import { useMemo } from "react";
import { qrPicture } from "./qr.ts";

/** Dark on light in both themes: many scanners read nothing else. Nothing where the text is too long for one. */
export function QrCode({ text, name }: { text: string; name: string }) {
	const picture = useMemo(() => qrPicture(text), [text]);
	if (picture === null) return null;
	const { size, path } = picture;
	return (
		<svg
			role="img"
			aria-label={name}
			viewBox={`0 0 ${size} ${size}`}
			shapeRendering="crispEdges"
			className="block size-44 shrink-0 rounded-md border border-line short:size-36"
		>
			<rect width={size} height={size} fill="#fff" />
			<path d={path} fill="#000" />
		</svg>
	);
}
