export const wordTextParts = /^word\/(?:document|header|footer|footnotes|endnotes|comments)\d*\.xml$/i
