import { readFileSync } from "node:fs";
import { NotOfferedError, strict } from "./strict.ts";

/** Electron's NativeImage, with the encoded bytes unchanged because the host draws no tray. */
export class HostImage {
	private readonly bytes: Buffer;
	private readonly mime: string;
	private size: { width: number; height: number };
	private template = false;

	constructor(bytes: Buffer, mime = "image/png", size = pngSize(bytes)) {
		this.bytes = bytes;
		this.mime = mime;
		this.size = size;
	}

	isEmpty(): boolean {
		return this.bytes.length === 0;
	}

	setTemplateImage(option: boolean): void {
		this.template = option;
	}

	isTemplateImage(): boolean {
		return this.template;
	}

	resize(options: Electron.ResizeOptions): HostImage {
		const width = options.width ?? this.size.width;
		const resized = new HostImage(this.bytes, this.mime, { width, height: options.height ?? width });
		resized.setTemplateImage(this.template);
		return strict("NativeImage", resized);
	}

	getSize(): { width: number; height: number } {
		return { ...this.size };
	}

	toDataURL(): string {
		return `data:${this.mime};base64,${this.bytes.toString("base64")}`;
	}

	toPNG(): Buffer {
		if (this.mime !== "image/png") throw new NotOfferedError("NativeImage.toPNG of anything but PNG");
		return Buffer.from(this.bytes);
	}

	addRepresentation(_options: Electron.AddRepresentationOptions): void {}
}

function pngSize(bytes: Buffer): { width: number; height: number } {
	if (bytes.length < 24 || bytes.toString("latin1", 1, 4) !== "PNG") return { width: 0, height: 0 };
	return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}

function fromDataURL(url: string): HostImage {
	const match = /^data:([^;,]+);base64,(.*)$/s.exec(url);
	if (match === null) throw new Error("nativeImage.createFromDataURL takes a base64 data URL");
	return strict("NativeImage", new HostImage(Buffer.from(match[2] ?? "", "base64"), match[1]));
}

export const nativeImage = strict("nativeImage", {
	createEmpty: () => strict("NativeImage", new HostImage(Buffer.alloc(0))),
	createFromBuffer: (bytes: Buffer) => strict("NativeImage", new HostImage(Buffer.from(bytes))),
	createFromDataURL: fromDataURL,
	// Returns an empty image if there is no file at the path, like Electron.
	createFromPath(path: string) {
		try {
			return strict("NativeImage", new HostImage(readFileSync(path)));
		} catch {
			return strict("NativeImage", new HostImage(Buffer.alloc(0)));
		}
	},
});
