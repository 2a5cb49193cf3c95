/**
 * Types of the functions of MuPDF's WASM module that are used. The package's wrapper (`mupdf.js`) is not: it keeps one
 * instance, and an instance has to be replaced after a trap.
 */

/** An address in linear memory; 0 is null. */
export type Pointer = number

export interface MupdfModule {
  /** Views of the linear memory, which are replaced when it grows: they have to be read again after each call. */
  readonly HEAPU8: Uint8Array
  readonly HEAP32: Int32Array
  readonly HEAPU32: Uint32Array
  readonly HEAPF32: Float32Array
  UTF8ToString(text: Pointer): string
  stringToUTF8(text: string, target: Pointer, maxBytes: number): number
  lengthBytesUTF8(text: string): number

  _wasm_init_context(): void
  _wasm_malloc(size: number): Pointer
  _wasm_free(pointer: Pointer): void
  _wasm_empty_store(): void
  _wasm_enable_icc(): void
  _wasm_disable_icc(): void

  _wasm_new_stream(id: number): Pointer
  _wasm_drop_stream(stream: Pointer): void
  _wasm_open_document_with_stream(magic: Pointer, stream: Pointer): Pointer
  _wasm_drop_document(document: Pointer): void
  _wasm_needs_password(document: Pointer): number
  _wasm_authenticate_password(document: Pointer, password: Pointer): number
  _wasm_count_pages(document: Pointer): number

  _wasm_load_page(document: Pointer, index: number): Pointer
  _wasm_drop_page(page: Pointer): void
  _wasm_bound_page(page: Pointer, boxType: number): Pointer
  _wasm_run_page(page: Pointer, device: Pointer, matrix: Pointer): void
  /** Without annotations and form fields. */
  _wasm_run_page_contents(page: Pointer, device: Pointer, matrix: Pointer): void

  /** Its events call `globalThis.$libmupdf_device` with the id. */
  _wasm_new_js_device(id: number): Pointer
  /** Calls `globalThis.$libmupdf_path_walk` with the id. */
  _wasm_walk_path(path: Pointer, id: number): void
  _wasm_bound_path(path: Pointer, strokeState: Pointer, matrix: Pointer): Pointer
  _wasm_stroke_state_get_linewidth(strokeState: Pointer): number
  _wasm_colorspace_get_type(colorspace: Pointer): number

  _wasm_device_gray(): Pointer
  _wasm_device_rgb(): Pointer
  _wasm_new_pixmap_with_bbox(colorspace: Pointer, box: Pointer, alpha: number): Pointer
  _wasm_clear_pixmap_with_value(pixmap: Pointer, value: number): void
  _wasm_pixmap_get_samples(pixmap: Pointer): Pointer
  _wasm_pixmap_get_stride(pixmap: Pointer): number
  _wasm_drop_pixmap(pixmap: Pointer): void
  _wasm_new_draw_device(matrix: Pointer, pixmap: Pointer): Pointer
  _wasm_close_device(device: Pointer): void
  _wasm_drop_device(device: Pointer): void

  _wasm_pdf_page_from_fz_page(page: Pointer): Pointer
  _wasm_pdf_first_widget(page: Pointer): Pointer
  _wasm_pdf_next_widget(widget: Pointer): Pointer
  _wasm_pdf_annot_obj(annotation: Pointer): Pointer
  _wasm_pdf_annot_flags(annotation: Pointer): number
  _wasm_pdf_annot_field_type(widget: Pointer): number
  _wasm_pdf_annot_field_flags(widget: Pointer): number
  _wasm_pdf_annot_field_value(widget: Pointer): Pointer
  _wasm_pdf_bound_annot(annotation: Pointer): Pointer
  _wasm_pdf_first_annot(page: Pointer): Pointer
  _wasm_pdf_next_annot(annotation: Pointer): Pointer
  _wasm_pdf_annot_type(annotation: Pointer): number
  _wasm_new_display_list_from_page(page: Pointer): Pointer
  _wasm_drop_display_list(list: Pointer): void

  _wasm_new_stext_page_from_display_list(list: Pointer, options: Pointer): Pointer
  _wasm_new_stext_page_from_page(page: Pointer, options: Pointer): Pointer
  _wasm_drop_stext_page(stext: Pointer): void
  _wasm_stext_page_get_first_block(stext: Pointer): Pointer
  _wasm_stext_block_get_next(block: Pointer): Pointer
  _wasm_stext_block_get_type(block: Pointer): number
  _wasm_stext_block_get_bbox(block: Pointer): Pointer
  _wasm_stext_block_get_first_line(block: Pointer): Pointer
  _wasm_stext_block_get_transform(block: Pointer): Pointer
  _wasm_stext_block_get_image(block: Pointer): Pointer
  _wasm_stext_block_get_v_flags(block: Pointer): number
  _wasm_stext_block_get_v_argb(block: Pointer): number
  _wasm_stext_line_get_next(line: Pointer): Pointer
  _wasm_stext_line_get_wmode(line: Pointer): number
  _wasm_stext_line_get_dir(line: Pointer): Pointer
  _wasm_stext_line_get_bbox(line: Pointer): Pointer
  _wasm_stext_line_get_first_char(line: Pointer): Pointer
  _wasm_stext_char_get_next(char: Pointer): Pointer
  _wasm_stext_char_get_c(char: Pointer): number
  _wasm_stext_char_get_origin(char: Pointer): Pointer
  _wasm_stext_char_get_quad(char: Pointer): Pointer
  _wasm_stext_char_get_size(char: Pointer): number
  _wasm_stext_char_get_font(char: Pointer): Pointer
  _wasm_stext_char_get_argb(char: Pointer): number
  _wasm_stext_char_get_bidi(char: Pointer): number

  _wasm_font_get_name(font: Pointer): Pointer
  _wasm_font_is_bold(font: Pointer): number
  _wasm_font_is_italic(font: Pointer): number
  _wasm_font_is_monospaced(font: Pointer): number
  _wasm_font_is_serif(font: Pointer): number

  _wasm_fill_image(device: Pointer, image: Pointer, matrix: Pointer, alpha: number): void
  _wasm_fill_image_mask(
    device: Pointer,
    image: Pointer,
    matrix: Pointer,
    colorspace: Pointer,
    color: Pointer,
    alpha: number,
  ): void
  _wasm_image_get_imagemask(image: Pointer): number
  _wasm_image_get_mask(image: Pointer): Pointer
  _wasm_image_get_w(image: Pointer): number
  _wasm_image_get_h(image: Pointer): number

  _wasm_load_links(page: Pointer): Pointer
  _wasm_link_get_next(link: Pointer): Pointer
  _wasm_link_get_rect(link: Pointer): Pointer
  _wasm_link_get_uri(link: Pointer): Pointer
  _wasm_drop_link(link: Pointer): void
  _wasm_load_outline(document: Pointer): Pointer
  _wasm_drop_outline(outline: Pointer): void
  _wasm_outline_get_title(outline: Pointer): Pointer
  _wasm_outline_get_page(document: Pointer, outline: Pointer): number
  _wasm_outline_get_next(outline: Pointer): Pointer
  _wasm_outline_get_down(outline: Pointer): Pointer

  /** 0 if the document is not a PDF. */
  _wasm_pdf_document_from_fz_document(document: Pointer): Pointer
  _wasm_pdf_page_get_obj(page: Pointer): Pointer
  _wasm_pdf_dict_gets_inheritable(object: Pointer, key: Pointer): Pointer
  _wasm_pdf_dict_get_val(dictionary: Pointer, index: number): Pointer
  _wasm_pdf_dict_len(dictionary: Pointer): number
  _wasm_pdf_trailer(document: Pointer): Pointer
  _wasm_pdf_lookup_page_obj(document: Pointer, index: number): Pointer
  /** Matrix from default user space to page space: an address of six floats. */
  _wasm_pdf_page_transform(page: Pointer): Pointer
  _wasm_pdf_is_indirect(object: Pointer): number
  _wasm_pdf_is_dict(object: Pointer): number
  _wasm_pdf_is_array(object: Pointer): number
  _wasm_pdf_is_stream(object: Pointer): number
  _wasm_pdf_is_int(object: Pointer): number
  _wasm_pdf_is_number(object: Pointer): number
  _wasm_pdf_is_name(object: Pointer): number
  _wasm_pdf_is_string(object: Pointer): number
  /** The object number of a reference. */
  _wasm_pdf_to_num(object: Pointer): number
  _wasm_pdf_to_real(object: Pointer): number
  _wasm_pdf_to_bool(object: Pointer): number
  _wasm_pdf_to_name(object: Pointer): Pointer
  _wasm_pdf_to_text_string(object: Pointer): Pointer
  _wasm_pdf_dict_gets(object: Pointer, key: Pointer): Pointer
  _wasm_pdf_dict_puts(dictionary: Pointer, key: Pointer, value: Pointer): void
  _wasm_pdf_array_len(array: Pointer): number
  _wasm_pdf_array_get(array: Pointer, index: number): Pointer
  _wasm_pdf_array_push(array: Pointer, value: Pointer): void
  _wasm_pdf_new_indirect(document: Pointer, number: number): Pointer
  _wasm_pdf_new_dict(document: Pointer): Pointer
  _wasm_pdf_new_array(document: Pointer): Pointer
  _wasm_pdf_new_int(value: number): Pointer
  _wasm_pdf_new_name(text: Pointer): Pointer
  _wasm_pdf_add_object(document: Pointer, object: Pointer): Pointer
  _wasm_pdf_add_stream(document: Pointer, buffer: Pointer, dictionary: Pointer, compressed: number): Pointer
  _wasm_pdf_drop_obj(object: Pointer): void
  _wasm_pdf_load_stream(stream: Pointer): Pointer
  _wasm_new_buffer_from_data(data: Pointer, length: number): Pointer
  _wasm_buffer_get_data(buffer: Pointer): Pointer
  _wasm_buffer_get_len(buffer: Pointer): number
  _wasm_drop_buffer(buffer: Pointer): void
  _wasm_new_buffer_from_pixmap_as_jpeg(pixmap: Pointer, quality: number, invertCmyk: number): Pointer
}

/** Options of Emscripten's factory. */
export interface MupdfModuleSettings {
  instantiateWasm(imports: WebAssembly.Imports, done: (instance: WebAssembly.Instance) => void): void
  print(line: string): void
  printErr(line: string): void
}

export type MupdfFactory = (settings: MupdfModuleSettings) => Promise<MupdfModule>
