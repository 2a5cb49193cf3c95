// usage: SHEAF_URL=http://127.0.0.1:8787 SHEAF_KEY=sk-… go run parse.go report.pdf
// Submits a task, waits for it, and prints the Markdown.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"mime/multipart"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

type responseBody struct {
	Code    int    `json:"code"`
	Message string `json:"message"`
	Data    struct {
		TaskID  string `json:"task_id"`
		Status  string `json:"status"`
		Message string `json:"message"`
		Result  *struct {
			Outputs struct {
				Markdown string `json:"markdown"`
			} `json:"outputs"`
		} `json:"result"`
	} `json:"data"`
}

const busy = 1124

// call sends a form and waits while the service is busy.
func call(route string, fields map[string]string, path string) (*responseBody, error) {
	for {
		var body bytes.Buffer
		form := multipart.NewWriter(&body)
		form.WriteField("api_key", os.Getenv("SHEAF_KEY"))
		for name, value := range fields {
			form.WriteField(name, value)
		}
		if path != "" {
			file, err := os.Open(path)
			if err != nil {
				return nil, err
			}
			part, err := form.CreateFormFile("file", filepath.Base(path))
			if err == nil {
				_, err = io.Copy(part, file)
			}
			file.Close()
			if err != nil {
				return nil, err
			}
		}
		form.Close()
		response, err := http.Post(os.Getenv("SHEAF_URL")+"/api/v1/parse/"+route, form.FormDataContentType(), &body)
		if err != nil {
			return nil, err
		}
		var result responseBody
		err = json.NewDecoder(response.Body).Decode(&result)
		response.Body.Close()
		if err != nil {
			return nil, err
		}
		if result.Code == 0 {
			return &result, nil
		}
		if result.Code != busy {
			return nil, fmt.Errorf("%d %s", result.Code, result.Message)
		}
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 2
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
}

func main() {
	submitted, err := call("async", map[string]string{"output_formats": "markdown", "dedupe": "true"}, os.Args[1])
	if err != nil {
		log.Fatal(err)
	}
	for {
		check, err := call("async_check", map[string]string{"task_id": submitted.Data.TaskID}, "")
		if err != nil {
			log.Fatal(err)
		}
		if check.Data.Status == "FAILED" {
			log.Fatal(check.Data.Message)
		}
		if check.Data.Result != nil {
			fmt.Println(check.Data.Result.Outputs.Markdown)
			return
		}
		time.Sleep(500 * time.Millisecond)
	}
}
