import { useMemo } from "react";
import { encode } from "uqr";

/** QR code as a square of `size` modules with quiet zone, and its dark modules as an SVG path. */
export interface QrPicture {
	readonly size: number;
	readonly path: string;
}

/** Quiet zone of four modules on every side (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** Returns the QR code of a text; `null` if too long. */
export function qrPicture(text: string): QrPicture | null {
	try {
		const { size, data } = encode(text, { ecc: "M", border: QUIET });
		return { size, path: data.map(rowPath).join("") };
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/** Returns the dark runs of one row as bars one module high. */
function rowPath(row: readonly boolean[], y: number): string {
	let path = "";
	for (let x = 0; x < row.length; x++) {
		if (row[x] !== true) continue;
		const from = x;
		while (row[x + 1] === true) x++;
		const width = x + 1 - from;
		path += `M${from} ${y}h${width}v1h-${width}z`;
	}
	return path;
}

/** QR code, dark on light in both themes, as many scanners require. Empty if the text is too long. */
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
