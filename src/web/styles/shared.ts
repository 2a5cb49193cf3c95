import './base.css'
import './header.css'
import './controls.css'
import './parts.css'
