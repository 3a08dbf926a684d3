import { useMemo } from "react";
import { encode } from "uqr";

/** A QR code as it is drawn: a square of `size` modules, quiet zone included, and the dark ones as an SVG path. */
export interface QrPicture {
	readonly size: number;
	readonly path: string;
}

/** Scanners ask for four light modules on every side (ISO/IEC 18004, 9.1). */
const QUIET = 4;

/** The picture of a text; null where it is too long for a QR code. */
export function qrPicture(text: string): QrPicture | null {
	try {
		const { size, data } = encode(text, { ecc: "M", border: QUIET });
		return { size, path: data.map(rowPath).join("") };
	} catch (error) {
		if (error instanceof RangeError) return null;
		throw error;
	}
}

/** The dark runs of one row, each a bar one module high. */
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
